#include "booksearch/setups/rows/stage_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>

#include "booksearch/work/parallel.h"
#include "core/random.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace stage_search_test {

const auto kIgnore = [](const Row&) { return ok_status(); };

// Values of different depths resemble each other; `range` decides how many ties there are.
TableOracle random_oracle(SetupId count, std::uint64_t seed, Score range) {
  return TableOracle(count, [=](SetupId red, SetupId blue, int depth) {
    const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
    const auto noise = [&](std::uint64_t x) {
      return static_cast<Score>(mix(seed ^ x) % static_cast<unsigned>(range));
    };
    return noise(pair) - range / 2 + noise(pair + (static_cast<std::uint64_t>(depth) << 48)) / 4;
  });
}

std::vector<SetupId> all_setups(const TableOracle& oracle) {
  std::vector<SetupId> ids;
  for (SetupId id = 0; id < oracle.blues().count(); ++id) ids.push_back(id);
  return ids;
}

std::vector<RowTask> all_reds(const TableOracle& oracle) {
  std::vector<RowTask> row_tasks;
  for (const SetupId red : oracle.reds().normalised_ids()) {
    std::optional<SetupId> reply;
    if (mix(red) % 3 != 0) reply = static_cast<SetupId>(mix(red) % oracle.blues().count());
    row_tasks.push_back({red, reply});
  }
  return row_tasks;
}

TEST(SearchRow, FindsTheFirstMinimumOfRandomRows) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const TableOracle oracle = random_oracle(64, random.next(), 1 + static_cast<Score>(random.below(3000)));
    std::vector<SetupId> replies;
    for (std::size_t n = 1 + random.below(40); n > 0; --n) replies.push_back(random.below(64));
    const SetupId red = random.below(64);
    const auto value = [&](SetupId reply) { return oracle.value(red, reply, 5); };

    const Result<Row> row = search_row(*oracle.searcher(0), red, replies, 5);
    ASSERT_TRUE(row.ok());
    EXPECT_EQ(row->red, red);
    EXPECT_EQ(row->red_value, value(*std::ranges::min_element(replies, {}, value)));
    EXPECT_EQ(row->reply, *std::ranges::min_element(replies, {}, value));
  }
}

// A row that may end early is the beginning of the whole row.
TEST(SearchRow, EndsAtTheFirstReplyBelowTheCutoff) {
  Random random(9);
  int ended = 0;
  for (int i = 0; i < 3000; ++i) {
    const TableOracle oracle = random_oracle(64, random.next(), 1 + static_cast<Score>(random.below(3000)));
    std::vector<SetupId> replies;
    for (std::size_t n = 1 + random.below(40); n > 0; --n) replies.push_back(random.below(64));
    const SetupId red = random.below(64);
    const auto value = [&](SetupId reply) { return oracle.value(red, reply, 5); };
    const auto searcher = oracle.searcher(0);
    const Row whole = *search_row(*searcher, red, replies, 5);
    const Score cutoff = whole.red_value - 20 + static_cast<Score>(random.below(100));
    const Row row = *search_row(*searcher, red, replies, 5, {}, cutoff);
    if (whole.red_value >= cutoff) {
      EXPECT_EQ(row, whole);
      continue;
    }
    ++ended;
    const auto first = std::ranges::find_if(replies, [&](SetupId reply) { return value(reply) < cutoff; });
    EXPECT_EQ(row.reply, *first);
    EXPECT_EQ(row.red_value, value(*first));
    EXPECT_LE(row.nodes, whole.nodes);
  }
  EXPECT_GT(ended, 500);
}

// The value of a red in a stage, by the definition.
Score stage_value(const TableOracle& oracle, const JobStage& stage, const RowTask& row_task) {
  std::vector<SetupId> replies = all_setups(oracle);
  std::ranges::stable_sort(replies, {}, [&](SetupId blue) { return oracle.value(row_task.red, blue, 0); });
  if (stage.replies > 0 && stage.replies < replies.size()) replies.resize(stage.replies);
  if (row_task.reply) replies.push_back(*row_task.reply);
  Score minimum = kInfiniteScore;
  for (const SetupId blue : replies)
    minimum = std::min(minimum, oracle.value(row_task.red, blue, stage.depth));
  return minimum;
}

TEST(ReplyLists, AreTheSameHoweverOftenAndInWhateverOrderTheyAreAskedFor) {
  const TableOracle oracle = random_oracle(100, 7, 30);
  const std::vector<SetupId> setups = all_setups(oracle);
  ReplyLists lists(oracle, setups);
  Random random(8);
  for (int i = 0; i < 1000; ++i) {
    const SetupId red = random.below(5);
    const std::size_t count = random.below(120);
    std::vector<SetupId> expected = setups;
    std::ranges::stable_sort(expected, {}, [&](SetupId blue) { return oracle.value(red, blue, 0); });
    if (count > 0) expected.resize(std::min(count, expected.size()));
    EXPECT_EQ(lists.best(red, count), expected);
  }
}

TEST(RunStage, FindsTheRowsOfItsEntrantsInTheirOrder) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const TableOracle oracle = random_oracle(2 + random.below(60), random.next(), 40);
    const std::vector<SetupId> setups = all_setups(oracle);
    ReplyLists replies(oracle, setups);
    const std::vector<RowTask> row_tasks = all_reds(oracle);
    const StageTask task{{0, 3, random.below(12)}, "stage 1", row_tasks, replies, {}, 0};
    const auto rows = run_stage(oracle, task, kIgnore);
    ASSERT_TRUE(rows.ok());
    ASSERT_EQ(rows->size(), row_tasks.size());
    for (std::size_t place = 0; place < row_tasks.size(); ++place) {
      const Row& row = (*rows)[place];
      EXPECT_EQ(row.red, row_tasks[place].red);
      EXPECT_EQ(row.red_value, stage_value(oracle, task.stage, row_tasks[place]));
      EXPECT_EQ(row.red_value, oracle.value(row.red, row.reply, 3));
    }
  }
}

TEST(RunStage, DoesNotDependOnThreadsOrInterruptions) {
  const TableOracle oracle = random_oracle(400, 3, 500);
  const std::vector<SetupId> setups = all_setups(oracle);
  ReplyLists replies(oracle, setups);
  const std::vector<RowTask> row_tasks = all_reds(oracle);
  const StageTask task{{0, 4, 30}, "stage 1", row_tasks, replies, {}, 0};
  const auto whole = run_stage(oracle, task, kIgnore);
  ASSERT_TRUE(whole.ok());
  for (const std::size_t known : {0u, 1u, 77u, 200u}) {
    std::vector<Row> finished(whole->begin(), whole->begin() + static_cast<std::ptrdiff_t>(known));
    std::ranges::reverse(finished);
    ReplyLists unknown(oracle, setups);  // the threads have to fill them
    const StageTask rest{task.stage, task.name, row_tasks, unknown, finished, 0};
    std::size_t seen = 0;
    const auto count = [&](const Row&) {
      ++seen;
      return ok_status();
    };
    Result<std::vector<Row>> rows = std::vector<Row>{};
    with_threads(2, [&] { rows = run_stage(oracle, rest, count); });
    ASSERT_TRUE(rows.ok());
    EXPECT_EQ(*rows, *whole);
    EXPECT_EQ(seen, whole->size() - known);
  }
}

TEST(RunStage, StopsAndPassesOnTheFailureToStoreARow) {
  const TableOracle oracle = random_oracle(400, 3, 500);
  const std::vector<SetupId> setups = all_setups(oracle);
  ReplyLists replies(oracle, setups);
  const std::vector<RowTask> row_tasks = all_reds(oracle);
  const StageTask task{{0, 4, 30}, "stage 1", row_tasks, replies, {}, 0};

  std::atomic<bool> stop = false;
  std::size_t seen = 0;
  const auto stop_soon = [&](const Row&) {
    if (++seen == 10) stop = true;  // rows that are on their way still come
    return ok_status();
  };
  const auto stopped = run_stage(oracle, task, stop_soon, Control{{}, &stop});
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::kStopped);
  EXPECT_LT(seen, 20u);

  seen = 0;
  const auto fail_late = [&](const Row&) -> Status {
    if (++seen < 10) return ok_status();
    return Error{ErrorCode::kIo, "full", {}};
  };
  const auto failed = run_stage(oracle, task, fail_late);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "full");
  EXPECT_EQ(seen, 10u);
}

}  // namespace stage_search_test
}  // namespace tabiya::booksearch
