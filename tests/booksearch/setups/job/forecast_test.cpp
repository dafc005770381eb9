#include "booksearch/setups/job/schedule.h"

#include <gtest/gtest.h>

#include <vector>

namespace tabiya::booksearch {
namespace forecast_test {

FilterRound some_round() {
  FilterRound round;
  for (SetupId red = 0; red < 100; ++red) round.kept.push_back({red, 0, 0});
  return round;
}

// Rows of all row_tasks that take so many nodes each.
std::vector<Row> rows(const Schedule& schedule, std::uint64_t nodes) {
  std::vector<Row> rows;
  for (const RowTask& row_task : schedule.row_tasks()) rows.push_back({row_task.red, 1, 0, nodes, 0});
  return rows;
}

TEST(RowsToCome, CountsLaterStagesByTheirRedsRepliesAndPlies) {
  const Job job{
      .game = "numbers", .pool = 10, .keep = 100, .stages = {{80, 2, 10}, {40, 4, 10}, {20, 6, 30}}};
  Schedule schedule(job, some_round());
  const double growth = 1.5 * 1.5;  // for two plies, as long as nothing is known
  EXPECT_NEAR(rows_to_come(job, schedule), 40 * growth + 20 * 3 * growth * growth, 1e-9);
  schedule.advance(rows(schedule, 1'000'000));
  EXPECT_NEAR(rows_to_come(job, schedule), 20 * 3 * growth, 1e-9);
  schedule.advance(rows(schedule, 9'000'000));  // 3 times as many a ply
  EXPECT_EQ(rows_to_come(job, schedule), 0);
}

TEST(RowsToCome, CountsRowsThatAreSearchedToTheEnd) {
  const Job job{
      .game = "numbers", .pool = 10, .keep = 100, .stages = {{80, 2, 10}, {60, 4, 10, 0, 120}, {20, 6, 10}}};
  const Schedule schedule(job, some_round());
  const double growth = 1.5 * 1.5;
  EXPECT_NEAR(rows_to_come(job, schedule), 24 * growth + 20 * growth * growth, 1e-9);
}

TEST(RowsToCome, LearnsTheGrowthFromFinishedStages) {
  const Job job{.game = "numbers",
                .pool = 10,
                .keep = 100,
                .stages = {{80, 2, 10}, {40, 4, 10}, {20, 6, 10}, {10, 7, 0}}};
  Schedule schedule(job, some_round());
  schedule.advance(rows(schedule, 1'000'000));
  schedule.advance(rows(schedule, 9'000'000));
  EXPECT_NEAR(rows_to_come(job, schedule), 10 * 20 * 3, 0.1);  // 0 replies are all 200
  schedule.advance(rows(schedule, 81'000'000));
  EXPECT_EQ(rows_to_come(job, schedule), 0);
  schedule.advance(rows(schedule, 1));
  EXPECT_EQ(rows_to_come(job, schedule), 0);
}

}  // namespace forecast_test
}  // namespace tabiya::booksearch
