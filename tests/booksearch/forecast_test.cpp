#include "booksearch/forecast.h"

#include <gtest/gtest.h>

#include <vector>

namespace tabiya::booksearch {
namespace {

FilterRound some_round() {
  FilterRound round;
  for (SetupId red = 0; red < 100; ++red) round.kept.push_back({red, 0, 0});
  return round;
}

// Rows of all entrants that take so many nodes each.
std::vector<Row> rows(const Ladder& ladder, std::uint64_t nodes) {
  std::vector<Row> rows;
  for (const Entrant& entrant : ladder.entrants()) rows.push_back({entrant.red, 1, 0, nodes, 0});
  return rows;
}

TEST(RowsToCome, CountsLaterStagesByTheirRedsRepliesAndPlies) {
  const Job job{
      .game = "numbers", .pool = 10, .keep = 100, .stages = {{80, 2, 10}, {40, 4, 10}, {20, 6, 30}}};
  Ladder ladder(job, some_round());
  const double growth = 1.5 * 1.5;  // for two plies, as long as nothing is known
  EXPECT_NEAR(rows_to_come(job, ladder), 40 * growth + 20 * 3 * growth * growth, 1e-9);
  ladder.climb(rows(ladder, 1'000'000));
  EXPECT_NEAR(rows_to_come(job, ladder), 20 * 3 * growth, 1e-9);
  ladder.climb(rows(ladder, 9'000'000));  // 3 times as many a ply
  EXPECT_EQ(rows_to_come(job, ladder), 0);
}

TEST(RowsToCome, CountsRowsThatAreSearchedToTheEnd) {
  const Job job{
      .game = "numbers", .pool = 10, .keep = 100, .stages = {{80, 2, 10}, {60, 4, 10, 0, 120}, {20, 6, 10}}};
  const Ladder ladder(job, some_round());
  const double growth = 1.5 * 1.5;
  EXPECT_NEAR(rows_to_come(job, ladder), 24 * growth + 20 * growth * growth, 1e-9);
}

TEST(RowsToCome, LearnsTheGrowthFromFinishedStages) {
  const Job job{.game = "numbers",
                .pool = 10,
                .keep = 100,
                .stages = {{80, 2, 10}, {40, 4, 10}, {20, 6, 10}, {10, 7, 0}}};
  Ladder ladder(job, some_round());
  ladder.climb(rows(ladder, 1'000'000));
  ladder.climb(rows(ladder, 9'000'000));
  EXPECT_NEAR(rows_to_come(job, ladder), 10 * 20 * 3, 0.1);  // 0 replies are all 200
  ladder.climb(rows(ladder, 81'000'000));
  EXPECT_EQ(rows_to_come(job, ladder), 0);
  ladder.climb(rows(ladder, 1));
  EXPECT_EQ(rows_to_come(job, ladder), 0);
}

}  // namespace
}  // namespace tabiya::booksearch
