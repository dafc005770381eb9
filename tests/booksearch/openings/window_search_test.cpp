#include "booksearch/openings/window_search.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <tuple>
#include <vector>

#include "tests/booksearch/openings/table_judge.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace window_search_test {

constexpr std::uint32_t kCandidates = 4'000;
const WindowTask kTask{{Measure::kScore, 75, 145, true}, 0.05};

Result<WindowFindings> search(const Table& table, const std::string& state, const WindowTask& task = kTask,
                              int threads = 1, const Control& control = {}) {
  auto store = table_store(state);
  if (!store) return store.error();
  JudgePool<Question> pool(threads, table.judges());
  JudgementCache judgements(kCandidates, table.stages, {&pool, store->get()}, control);
  if (const Status status = judgements.restore(); !status) return status.error();
  return find_in_window(task, judgements);
}

auto as_tuples(const WindowFindings& result) {
  std::vector<std::tuple<std::int64_t, std::size_t, double>> list;
  for (const Membership& membership : result.memberships)
    list.emplace_back(membership.judgement.score, membership.stage, membership.probability);
  return list;
}

// Wrong decisions as a share of those that belong.
double share_of_errors(const Table& table, const WindowFindings& result, const WindowTask& task) {
  double wrong = 0, belonging = 0;
  for (std::uint32_t candidate = 0; candidate < kCandidates; ++candidate) {
    const bool truth = task.window.contains(static_cast<double>(table.score(candidate, table.stages - 1)));
    wrong += truth != result.memberships[candidate].belongs() ? 1 : 0;
    belonging += truth ? 1 : 0;
  }
  return wrong / belonging;
}

TEST(WindowSearch, ErrsAsMuchAsItIsAllowedTo) {
  const Table table;
  for (const double allowed : {0.2, 0.05, 0.01}) {
    const test::TemporaryFolder directory;
    WindowTask task = kTask;
    task.allowed_error = allowed;
    const auto result = search(table, directory.path("state"), task);
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_LE(result->expected_error, allowed);
    EXPECT_LE(share_of_errors(table, *result, task), 1.35 * allowed + 0.004);
  }
}

TEST(WindowSearch, TakesAFractionOfTheNodesOfSearchingAllToTheEnd) {
  const Table table;
  const test::TemporaryFolder directory;
  const auto result = search(table, directory.path("state"));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->searched[0], kCandidates);
  EXPECT_GT(result->searched[1], result->searched[2]);
  EXPECT_LT(result->nodes, kCandidates * static_cast<std::uint64_t>(table.nodes(2)) / 4);
}

TEST(WindowSearch, OfOneStageIsThatStage) {
  Table table;
  table.stages = 1;
  const test::TemporaryFolder directory;
  const auto result = search(table, directory.path("state"));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(share_of_errors(table, *result, kTask), 0);
  EXPECT_EQ(result->expected_error, 0);
}

TEST(WindowSearch, IsTheSameWithAnyNumberOfThreads) {
  const Table table;
  const test::TemporaryFolder directory;
  const auto one = search(table, directory.path("one"));
  const auto four = search(table, directory.path("four"), kTask, 4);
  ASSERT_TRUE(one.ok() && four.ok());
  EXPECT_EQ(as_tuples(*one), as_tuples(*four));
}

TEST(WindowSearch, GoesOnAfterInterruptionsToTheSameResult) {
  Table table;
  const test::TemporaryFolder directory;
  const auto expected = search(table, directory.path("expected"));
  ASSERT_TRUE(expected.ok());
  const std::uint64_t questions = table.asked;

  std::atomic<bool> stop = false;
  std::uint64_t next_stop = 0;
  table.on_question = [&](std::uint64_t asked) { stop = asked >= next_stop; };
  table.asked = 0;
  int interruptions = 0;
  for (;; ++interruptions) {
    next_stop = table.asked + 400;
    stop = false;
    const auto result = search(table, directory.path("state"), kTask, 1, {{}, &stop});
    if (result) {
      EXPECT_EQ(as_tuples(*result), as_tuples(*expected));
      break;
    }
    ASSERT_EQ(result.error().code, ErrorCode::kStopped);
  }
  EXPECT_GT(interruptions, 9);
  EXPECT_EQ(table.asked, questions);  // nothing was asked twice
}

TEST(WindowSearch, SaysWhatItCanWhenTheTimeIsOver) {
  const Table table;
  const test::TemporaryFolder directory;
  const auto spent_after = [&](std::uint64_t questions) {
    Control control;
    control.is_spent = [&table, questions] { return table.asked >= questions; };
    return control;
  };
  const auto early = search(table, directory.path("state"), kTask, 1, spent_after(100));
  ASSERT_FALSE(early.ok());
  EXPECT_EQ(early.error().code, ErrorCode::kStopped);
  const auto later = search(table, directory.path("state"), kTask, 1, spent_after(4'200));
  ASSERT_TRUE(later.ok());
  EXPECT_GT(later->expected_error, kTask.allowed_error);
  EXPECT_FALSE(later->is_finished);
}

TEST(WindowSearch, IsSureOfTheFewThatAreWanted) {
  const Table table;
  const test::TemporaryFolder directory;
  WindowTask task = kTask;
  task.selection.wanted = 50;
  const auto result = search(table, directory.path("state"), task);
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->list.size(), 50u);
  EXPECT_LE(result->expected_error, task.allowed_error);
  int wrong = 0;
  for (const std::uint32_t i : result->list)
    wrong += task.window.contains(static_cast<double>(table.score(i, table.stages - 1))) ? 0 : 1;
  EXPECT_LE(wrong, 6);
  const auto all = search(table, directory.path("all"));
  ASSERT_TRUE(all.ok());
  EXPECT_LT(result->searched[2], all->searched[2] / 3);
}

TEST(WindowSearch, IsSureOfAllWhereMoreAreWantedThanBelong) {
  const Table table;
  const test::TemporaryFolder directory;
  WindowTask task = kTask;
  task.selection.wanted = kCandidates;
  const auto result = search(table, directory.path("state"), task);
  const auto all = search(table, directory.path("all"));
  ASSERT_TRUE(result.ok() && all.ok());
  EXPECT_EQ(as_tuples(*result), as_tuples(*all));
}

// What a progress tells at the end of the first pass is about what the passes after it take.
TEST(WindowSearch, ForeseesItsWork) {
  const Table table;
  const test::TemporaryFolder directory;
  double foreseen = 0, last = 0;
  const Control control{[&](const Progress& progress) {
    if (progress.stage == "all once") foreseen = progress.later.value_or(0);
    last = static_cast<double>(progress.done);
  }};
  ASSERT_TRUE(search(table, directory.path("state"), kTask, 1, control).ok());
  EXPECT_GT(foreseen, last / 5);
  EXPECT_LT(foreseen, last * 5);
}

TEST(WindowSearch, HandsOnTheErrorOfAJudge) {
  Table table;
  table.fault = invalid("the engine has ended");
  const test::TemporaryFolder directory;
  const auto result = search(table, directory.path("state"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "the engine has ended");
}

}  // namespace window_search_test
}  // namespace tabiya::booksearch
