#include "booksearch/setups/rows/stage_cut.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "core/random.h"

namespace tabiya::booksearch {
namespace stage_cut_test {

std::vector<RowTask> some_entrants(std::size_t count) {
  std::vector<RowTask> row_tasks;
  for (SetupId red = 0; red < count; ++red) row_tasks.push_back({red, 1'000 + red});
  return row_tasks;
}

// What remains of a cut when all of its steps are answered by rows with these values. A row that may end
// early ends at a bound that is one of several below the cutoff.
class Answered {
 public:
  Answered(StageCut begun, const std::vector<Score>& values) : cut(std::move(begun)) {
    while (!cut.finished()) {
      ++steps;
      std::vector<Row> rows;
      for (const RowTask& row_task : cut.row_tasks()) rows.push_back(row(row_task, values[row_task.red]));
      searched += rows.size();
      cut.take(rows);
    }
  }

  StageCut cut;
  std::size_t steps = 0;
  std::size_t searched = 0;

 private:
  static Row row(const RowTask& row_task, Score value) {
    const Score cutoff = row_task.cutoff.value_or(-kInfiniteScore);
    const bool is_exact = value >= cutoff;
    const Score bound = std::min(cutoff - 1, value + static_cast<Score>(row_task.red % 7));
    return {row_task.red, is_exact ? 5u : 6u, is_exact ? value : bound, 10};
  }
};

TEST(StageCut, SearchesAllToTheEndWhereAllAreWanted) {
  const std::vector<Score> values{5, 1, 3};
  const Answered answered(StageCut(some_entrants(3), 3), values);
  EXPECT_EQ(answered.steps, 1u);
  EXPECT_TRUE(answered.cut.sample().empty());
  ASSERT_EQ(answered.cut.rows().size(), 3u);
  for (SetupId red = 0; red < 3; ++red) EXPECT_EQ(answered.cut.rows()[red].red, red);
  EXPECT_TRUE(StageCut().finished());
  EXPECT_TRUE(StageCut({}, 7).finished());
}

TEST(StageCut, BeginsWithASampleFromAllOfTheOrder) {
  const StageCut cut(some_entrants(2'000), 500);
  ASSERT_EQ(cut.row_tasks().size(), 100u);
  for (std::size_t i = 0; i < 100; ++i) {
    const RowTask& row_task = cut.row_tasks()[i];
    EXPECT_EQ(row_task.red / 20, i);
    EXPECT_EQ(row_task.reply, 1'000 + row_task.red);
    EXPECT_FALSE(row_task.cutoff);
    EXPECT_EQ(cut.sample()[i], row_task.red);
  }
  EXPECT_EQ(StageCut(some_entrants(200), 60).row_tasks().size(), 32u);
}

// The best as by the definition: those of all reds, if all had been searched to the end.
TEST(StageCut, KeepsTheBestOfRandomReds) {
  Random random(4);
  for (int round = 0; round < 300; ++round) {
    const std::size_t count = 1 + random.below(1'500), wanted = 1 + random.below(1'500);
    const Score range = 1 + static_cast<Score>(random.below(3'000));  // few different values, or many
    std::vector<Score> values(count);
    for (Score& value : values) value = static_cast<Score>(random.below(static_cast<std::uint32_t>(range)));
    if (round % 3 == 0) std::ranges::sort(values, std::greater{});
    const Answered answered(StageCut(some_entrants(count), wanted), values);
    std::map<SetupId, Score> exact;
    for (const Row& row : answered.cut.rows()) {
      EXPECT_EQ(row.red_value, values[row.red]);
      EXPECT_EQ(row.reply, 5u);
      EXPECT_TRUE(exact.emplace(row.red, row.red_value).second);
    }
    ASSERT_GE(exact.size(), std::min(count, wanted));
    std::vector<Score> best = values, found;
    std::ranges::sort(best, std::greater{});
    for (const auto& [red, value] : exact) found.push_back(value);
    std::ranges::sort(found, std::greater{});
    for (std::size_t place = 0; place < std::min(count, wanted); ++place)
      ASSERT_EQ(found[place], best[place]) << count << " " << wanted << " " << place;
  }
}

TEST(StageCut, SearchesFewMoreToTheEndThanWanted) {
  Random random(5);
  std::vector<Score> values(4'000);
  for (Score& value : values) value = static_cast<Score>(random.below(1'000'000));
  const Answered answered(StageCut(some_entrants(4'000), 1'000), values);
  EXPECT_GE(answered.cut.rows().size(), 1'000u);
  EXPECT_LE(answered.cut.rows().size(), 1'500u);
  EXPECT_LE(answered.steps, 6u);
}

// A sample that is better than the others puts the cut too high at first.
TEST(StageCut, IsLoweredWhereTooFewPass) {
  std::vector<Score> values(2'000, 0);
  const StageCut fresh(some_entrants(2'000), 500);
  for (const SetupId red : fresh.sample()) values[red] = 100 + static_cast<Score>(red);
  const Answered answered(fresh, values);
  EXPECT_GT(answered.steps, 3u);
  EXPECT_EQ(answered.cut.rows().size(), 2'000u);  // all others are equal
}

}  // namespace stage_cut_test
}  // namespace tabiya::booksearch
