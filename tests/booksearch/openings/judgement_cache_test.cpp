#include "booksearch/openings/judgement_cache.h"

#include <gtest/gtest.h>

#include "booksearch/openings/full_search.h"
#include "tests/booksearch/openings/table_judge.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace judgement_cache_test {

constexpr std::uint32_t kCandidates = 1'500;

TEST(JudgementCache, RefusesAnswersToQuestionsThatTheJobDoesNotHave) {
  const test::TemporaryFolder directory;
  auto store = table_store(directory.path("state"));
  ASSERT_TRUE(store.ok() && (*store)->add(key_of({kCandidates, 0}), Judgement{}, 0).ok());
  JudgementCache judgements(kCandidates, 3, {nullptr, store->get()}, {});
  EXPECT_EQ(judgements.restore().error().code, ErrorCode::kCorrupt);
}

// As when the state of a job is looked at: nobody is asked, and what is known is told.
TEST(JudgementCache, NeedsNoJudges) {
  Table table;
  const test::TemporaryFolder directory;
  auto store = table_store(directory.path("state"));
  ASSERT_TRUE(store.ok() && (*store)->add(key_of({3, 0}), Judgement{17, {}, 5, 1'000}, 1'000).ok());
  Progress last;
  const Control control{[&](const Progress& progress) { last = progress; }};
  JudgementCache judgements(kCandidates, table.stages, {nullptr, store->get()}, control);
  ASSERT_TRUE(judgements.restore().ok());
  const auto result = search_fully(judgements);
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result->is_finished);
  EXPECT_EQ(result->scores[3]->judgement.score, 17);
  EXPECT_EQ(last.stage, "stage 1");
  EXPECT_EQ(last.done, 1u);
  EXPECT_EQ(last.total, kCandidates);
}

}  // namespace judgement_cache_test
}  // namespace tabiya::booksearch
