#include "booksearch/openings/judgement_store.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace judgement_store_test {

const JudgementIdentity kIdentity{"a job with 'quotes'", "Engine 1"};
constexpr Judgement kJudgement{-31, {100, 640, 260}, 9, 5000};

class JudgementStoreTest : public ::testing::Test {
 protected:
  std::string message(const JudgementIdentity& identity) {
    const auto store = JudgementStore::open(path_, identity);
    return store ? "" : store.error().message;
  }

  test::TemporaryFolder directory_;
  std::string path_ = directory_.path("state");
};

TEST_F(JudgementStoreTest, KeepsWhatWasAdded) {
  {
    auto store = JudgementStore::open(path_, kIdentity);
    ASSERT_TRUE(store.ok());
    ASSERT_TRUE(store->add({7, 1}, kJudgement).ok());
    ASSERT_TRUE(store->add({7, 0}, {}).ok());
    ASSERT_TRUE(store->flush().ok());
  }
  auto store = JudgementStore::open(path_, kIdentity);
  ASSERT_TRUE(store.ok());
  const auto judgements = store->judgements();
  ASSERT_TRUE(judgements.ok());
  ASSERT_EQ(judgements->size(), 2u);
  EXPECT_EQ((*judgements)[1].first.candidate, 7u);
  EXPECT_EQ((*judgements)[1].first.stage, 1u);
  EXPECT_EQ((*judgements)[1].second, kJudgement);
}

TEST_F(JudgementStoreTest, RefusesAnotherJobAndAnotherJudge) {
  EXPECT_EQ(message(kIdentity), "");
  EXPECT_EQ(message({kIdentity.job, "Engine 2"}), "it was begun with Engine 1, and not with Engine 2");
  EXPECT_EQ(message({"b", "Engine 1"}), "it was begun for another job (a job with 'quotes', and not b)");
}

TEST_F(JudgementStoreTest, RefusesOtherFiles) {
  std::ofstream(path_) << "this is no database, though it is as long as the head of one would have to be, "
                          "and so it has to be looked at.";
  EXPECT_EQ(message(kIdentity), "the file is not an SQLite database");
}

TEST_F(JudgementStoreTest, NoticesThatAValueWasChanged) {
  {
    auto store = JudgementStore::open(path_, kIdentity);
    ASSERT_TRUE(store.ok() && store->add({7, 1}, kJudgement).ok() && store->flush().ok());
  }
  auto database = Database::open(path_);
  ASSERT_TRUE(database.ok() && database->execute("UPDATE judgement SET score = 31").ok());
  auto store = JudgementStore::open(path_, kIdentity);
  ASSERT_TRUE(store.ok());
  const auto judgements = store->judgements();
  ASSERT_FALSE(judgements.ok());
  EXPECT_EQ(judgements.error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(judgements.error().message, "the judgement of candidate 7 fails its checksum");
}

TEST_F(JudgementStoreTest, NoticesADamagedTree) {
  {
    auto store = JudgementStore::open(path_, kIdentity);
    ASSERT_TRUE(store.ok());
    for (std::uint32_t candidate = 0; candidate < 1'000; ++candidate)
      ASSERT_TRUE(store->add({candidate, 0}, kJudgement).ok());
    ASSERT_TRUE(store->flush().ok());
  }
  auto database = Database::open(path_);
  // Two tables in the same pages, of which no query notices anything.
  ASSERT_TRUE(
      database.ok() &&
      database
          ->execute("PRAGMA writable_schema = 1; INSERT INTO sqlite_schema SELECT type, 'twin', 'twin', "
                    "rootpage, replace(sql, 'judgement', 'twin') FROM sqlite_schema WHERE name = 'judgement'")
          .ok());
  database = Database::open("");
  const auto opened = JudgementStore::open(path_, kIdentity), viewed = JudgementStore::view(path_, kIdentity);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, ErrorCode::kCorrupt) << opened.error().message;
  EXPECT_EQ(viewed.error().message, opened.error().message);
}

TEST_F(JudgementStoreTest, IsViewedWhileItIsWritten) {
  EXPECT_FALSE(JudgementStore::view(path_, kIdentity).ok());
  auto store = JudgementStore::open(path_, kIdentity);
  ASSERT_TRUE(store.ok() && store->add({7, 1}, kJudgement).ok() && store->flush().ok());
  auto view = JudgementStore::view(path_, kIdentity);
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->judgements()->size(), 1u);
  EXPECT_EQ(view->pace()->nodes_per_second, 0);  // of one judgement nothing can be told
  EXPECT_LT(view->pace()->seconds_since, 60);
  EXPECT_EQ(JudgementStore::view(path_, {kIdentity.job, "Engine 2"}).error().message,
            "it was begun with Engine 1, and not with Engine 2");
}

}  // namespace judgement_store_test
}  // namespace tabiya::booksearch
