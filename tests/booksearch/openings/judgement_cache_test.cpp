#include "booksearch/openings/judgement_cache.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "booksearch/openings/full_search.h"
#include "booksearch/openings/window_search.h"
#include "tests/booksearch/openings/table_judge.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace judgement_cache_test {

constexpr std::uint32_t kCandidates = 1'500;
const JudgementIdentity kIdentity{"job", "table"};
const WindowTask kTask{{Measure::kScore, 75, 145, true}, 0.05};

// One run of one shard, with the states of the others in its folder.
class Shards {
 public:
  explicit Shards(std::uint32_t count) : count_(count) {}

  Result<WindowFindings> run(const Table& table, std::uint32_t number, std::string* missing = nullptr) {
    const Shard shard{number, count_};
    auto store = JudgementStore::open(path(number), kIdentity);
    if (!store) return store.error();
    JudgePool<OpeningJudge> pool(2, table.judges());
    JudgementCache judgements(kCandidates, table.stages,
                              {&pool, &*store, shard, [&] { return others(number); }}, {});
    if (const Status status = judgements.restore(); !status) return status.error();
    auto result = find_in_window(kTask, judgements);
    if (missing != nullptr) *missing = judgements.missing().text;
    return result;
  }

  std::string path(std::uint32_t number) const { return directory_.path(std::to_string(number)); }

 private:
  Result<std::vector<StoredJudgement>> others(std::uint32_t number) const {
    std::vector<StoredJudgement> all;
    for (std::uint32_t other = 1; other <= count_; ++other) {
      if (other == number || !std::filesystem::exists(path(other))) continue;
      auto store = JudgementStore::view(path(other), kIdentity);
      if (!store) return store.error();
      auto judgements = store->judgements();
      if (!judgements) return judgements.error();
      all.insert(all.end(), judgements->begin(), judgements->end());
    }
    return all;
  }

  std::uint32_t count_;
  test::TemporaryFolder directory_;
};

TEST(JudgementCache, ShardsTogetherFindWhatOneRunFinds) {
  Table table;
  Shards whole(1), parts(3);
  const auto expected = whole.run(table, 1);
  ASSERT_TRUE(expected.ok());
  const std::uint64_t questions = table.asked;

  table.asked = 0;
  std::string missing;
  const auto first = parts.run(table, 1, &missing);
  ASSERT_FALSE(first.ok());
  EXPECT_EQ(first.error().code, ErrorCode::kStopped);
  EXPECT_EQ(missing, "500 answers of shard 2/3, 500 answers of shard 3/3");
  for (int pass = 0;; ++pass) {
    ASSERT_LT(pass, 100);
    const auto result = parts.run(table, static_cast<std::uint32_t>(pass % 3 + 1), &missing);
    if (!result.ok() || !result->is_finished) {
      EXPECT_NE(missing, "");
      continue;
    }
    EXPECT_EQ(missing, "");
    ASSERT_EQ(result->memberships.size(), expected->memberships.size());
    for (std::uint32_t i = 0; i < kCandidates; ++i) {
      EXPECT_EQ(result->memberships[i].judgement, expected->memberships[i].judgement);
      EXPECT_EQ(result->memberships[i].probability, expected->memberships[i].probability);
    }
    break;
  }
  EXPECT_EQ(table.asked, questions);  // nothing was asked twice
}

TEST(JudgementCache, NoticesShardsThatContradictEachOther) {
  Shards parts(2);
  Table table;
  ASSERT_FALSE(parts.run(table, 1).ok());
  {
    auto store = JudgementStore::open(parts.path(2), kIdentity);
    ASSERT_TRUE(store.ok() && store->add({4, 0}, {}).ok() && store->flush().ok());
  }
  const auto result = parts.run(table, 1);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "shards contradict each other about candidate 4 in stage 1");
}

TEST(JudgementCache, RefusesAnswersToQuestionsThatTheJobDoesNotHave) {
  Shards parts(1);
  {
    auto store = JudgementStore::open(parts.path(1), kIdentity);
    ASSERT_TRUE(store.ok() && store->add({kCandidates, 0}, {}).ok() && store->flush().ok());
  }
  const auto result = parts.run(Table(), 1);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kCorrupt);
}

// As when the state of a job is looked at: nobody is asked, and what is known is told.
TEST(JudgementCache, NeedsNoJudges) {
  Table table;
  const test::TemporaryFolder directory;
  auto store = JudgementStore::open(directory.path("state"), kIdentity);
  ASSERT_TRUE(store.ok() && store->add({3, 0}, {17, {}, 5, 1'000}).ok() && store->flush().ok());
  Progress last;
  const Control control{[&](const Progress& progress) { last = progress; }};
  JudgementCache judgements(kCandidates, table.stages, {nullptr, &*store}, control);
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
