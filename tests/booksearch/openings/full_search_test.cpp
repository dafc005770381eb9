#include "booksearch/openings/full_search.h"

#include <gtest/gtest.h>

#include "tests/booksearch/openings/table_judge.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace full_search_test {

constexpr std::uint32_t kCandidates = 500;

Result<FullResult> search(const Table& table, const std::string& state, const Control& control = {},
                          int threads = 1) {
  auto store = table_store(state);
  if (!store) return store.error();
  JudgePool<Question> pool(threads, table.judges());
  JudgementCache judgements(kCandidates, table.stages, {&pool, store->get()}, control);
  if (const Status status = judgements.restore(); !status) return status.error();
  return search_fully(judgements);
}

TEST(FullSearch, KnowsEveryScoreOfTheLastStage) {
  const Table table;
  const test::TemporaryFolder directory;
  const auto result = search(table, directory.path("state"), {}, 3);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->is_finished);
  EXPECT_EQ(result->searched, (std::vector<std::uint64_t>{kCandidates, kCandidates, kCandidates}));
  for (std::uint32_t i = 0; i < kCandidates; ++i) {
    ASSERT_TRUE(result->scores[i].has_value());
    EXPECT_EQ(result->scores[i]->stage, 2u);
    EXPECT_EQ(result->scores[i]->judgement.score, table.score(i, 2));
  }
}

// The last stage but one errs by a deviation of 4: 95 % lie within 1.96 of these.
TEST(FullSearch, ItsIntervalsAreThoseOfTheLastChange) {
  const Table table;
  const test::TemporaryFolder directory;
  const auto result = search(table, directory.path("state"));
  ASSERT_TRUE(result.ok());
  int within = 0;
  for (std::uint32_t i = 0; i < kCandidates; ++i) {
    const auto [low, high] = *result->scores[i]->interval;
    EXPECT_NEAR(high - low, 2 * 1.96 * table.error, 1.6);
    const auto before = static_cast<double>(table.score(i, 1));
    within += low <= before && before <= high ? 1 : 0;
  }
  EXPECT_NEAR(within, 0.95 * kCandidates, 0.03 * kCandidates);
}

TEST(FullSearch, OfOneStageHasNoIntervals) {
  Table table;
  table.stages = 1;
  const test::TemporaryFolder directory;
  const auto result = search(table, directory.path("state"));
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result->scores[0]->interval.has_value());
}

TEST(FullSearch, SaysWhatItKnowsWhenTheTimeIsOver) {
  const Table table;
  const test::TemporaryFolder directory;
  Control control;
  control.is_spent = [&] { return table.asked >= kCandidates + 100; };
  const auto result = search(table, directory.path("state"), control);
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result->is_finished);
  EXPECT_EQ(result->searched[1], 100u);
  EXPECT_EQ(result->scores[50]->stage, 1u);
  EXPECT_EQ(result->scores[400]->stage, 0u);
  const auto width = [&](std::size_t i) {
    return result->scores[i]->interval->high - result->scores[i]->interval->low;
  };
  EXPECT_GT(width(400), width(50));
}

TEST(FullSearch, EndsOnAnInterruption) {
  Table table;
  const test::TemporaryFolder directory;
  std::atomic<bool> stop = false;
  table.on_question = [&](std::uint64_t asked) { stop = asked >= 700; };
  const auto result = search(table, directory.path("state"), {{}, &stop});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kStopped);
}

}  // namespace full_search_test
}  // namespace tabiya::booksearch
