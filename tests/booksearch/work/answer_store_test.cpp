#include "booksearch/work/answer_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace answer_store_test {

using ::testing::EndsWith;
using ::testing::HasSubstr;

const AnsweredRun kRun{kLinesAnswers, {{"limits", "nodes 'quoted'"}}, "Engine 1"};

using Answers = std::map<std::uint64_t, std::string>;

class AnswerStoreTest : public ::testing::Test {
 protected:
  Result<std::unique_ptr<AnswerStore>> open(const AnsweredRun& run = kRun, bool resume = true,
                                            bool force = false) {
    return AnswerStore::open(path_, run, {resume, force, {path_, "written", "wait"}, "choose another"});
  }
  Result<std::unique_ptr<AnswerStore>> view(const AnsweredRun& run = kRun) {
    return AnswerStore::view(path_, run, "name it");
  }
  std::string refusal(const AnsweredRun& run, bool resume = true) {
    const auto store = open(run, resume);
    return store ? "" : store.error().message;
  }
  static Answers answers_of(AnswerStore& store) {
    Answers answers;
    const Status read =
        store.read<std::string>([&](std::uint64_t question, const std::string& answer) -> Status {
          answers.emplace(question, answer);
          return ok_status();
        });
    EXPECT_TRUE(read.ok()) << read.error().message;
    return answers;
  }
  void keep(std::size_t answers, const std::string& answer = "an answer") {
    auto store = open(kRun, false, true);
    ASSERT_TRUE(store.ok()) << store.error().message;
    for (std::uint64_t question = 0; question < answers; ++question)
      ASSERT_TRUE((*store)->add(question, answer, 7).ok());
  }
  std::string file() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void overwrite(const std::string& content) { std::ofstream(path_, std::ios::binary) << content; }

  test::TemporaryFolder folder_;
  std::string path_ = folder_.path("state");
};

TEST_F(AnswerStoreTest, KeepsWhatWasAdded) {
  const std::string all("\0\x01 text", 7);
  const std::uint64_t large = ~std::uint64_t{0};
  {
    auto store = open();
    ASSERT_TRUE(store.ok());
    ASSERT_TRUE((*store)->add(large, all, 5).ok());
    ASSERT_TRUE((*store)->add(3, std::string("old"), 5).ok());
    ASSERT_TRUE((*store)->add(3, std::string("new"), 5).ok());
  }
  auto store = open();
  ASSERT_TRUE(store.ok());
  EXPECT_EQ(answers_of(**store), (Answers{{3, "new"}, {large, all}}));
  EXPECT_EQ((*store)->loss(), "");
  ASSERT_TRUE((*store)->remove().ok());
  store = Error{};
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(AnswerStoreTest, RefusesAnotherRun) {
  EXPECT_EQ(refusal(kRun), "");
  AnsweredRun other = kRun;
  other.judge = "Engine 2";
  EXPECT_EQ(refusal(other), path_ +
                                ": is of another book of moves: judge is \"Engine 1\" there, and "
                                "\"Engine 2\" here; choose another");
  EXPECT_THAT(view(other).error().message, EndsWith("\"Engine 2\" here; name it"));
  other.judge = "";
  EXPECT_TRUE(view(other).ok()) << "whoever answers";
  other.asked.emplace_back("plies", "3");
  EXPECT_THAT(refusal(other), HasSubstr("plies is nothing there, and \"3\" here"));
  other = kRun;
  other.kind = kOpeningsAnswers;
  EXPECT_THAT(refusal(other), HasSubstr("is a database, but of no job of openings"));
}

TEST_F(AnswerStoreTest, RefusesOtherFilesAndOldStates) {
  overwrite(
      "this is no database, though it is as long as the head of one would have to be, and is looked at");
  EXPECT_EQ(refusal(kRun), path_ + ": the file is not an SQLite database; choose another");
  overwrite("{\"lines\":1,\"game\":\"chess\"}\n");
  const std::string old = "the file is of an earlier version, which kept its searches as lines of text";
  EXPECT_EQ(refusal(kRun), path_ + ": " + old + "; choose another");
  EXPECT_EQ(view().error().message, path_ + ": " + old + "; name it");
  keep(1);
  auto database = Database::open(path_);
  ASSERT_TRUE(database.ok() && database->execute("PRAGMA user_version = 2").ok());
  EXPECT_THAT(refusal(kRun), HasSubstr("is of version 2, this program writes version 3"));
}

TEST_F(AnswerStoreTest, ReplacesNothingUnasked) {
  keep(2);
  EXPECT_EQ(refusal(kRun, false),
            path_ + ": already exists; continue it with --resume, or overwrite it with --force");
  auto store = open(kRun, false, true);
  ASSERT_TRUE(store.ok());
  EXPECT_TRUE(answers_of(**store).empty());
}

TEST_F(AnswerStoreTest, LetsOneWriteWhileOthersLook) {
  EXPECT_THAT(view().error().message, HasSubstr("no run has been started there"));
  auto store = open();
  ASSERT_TRUE(store.ok() && (*store)->add(7, std::string("x"), 900).ok() && (*store)->flush().ok());
  EXPECT_THAT(refusal(kRun), HasSubstr(": being written by process "));
  EXPECT_TRUE(AnswerStore::owner(path_).has_value());
  auto viewed = view();
  ASSERT_TRUE(viewed.ok());
  EXPECT_EQ(answers_of(**viewed).size(), 1u);
  EXPECT_EQ((*viewed)->pace()->nodes_per_second, 0);  // of one answer nothing can be told
  EXPECT_LT((*viewed)->pace()->seconds_since, 60);
}

TEST_F(AnswerStoreTest, PassesOverDamagedRows) {
  for (const char* column : {"answer = x'00'", "nodes = 8", "question = 77", "crc = 1"}) {
    keep(3);
    auto database = Database::open(path_);
    ASSERT_TRUE(database.ok());
    ASSERT_TRUE(database->execute("UPDATE answer SET " + std::string(column) + " WHERE question = 1").ok());
    auto store = open();
    ASSERT_TRUE(store.ok());
    EXPECT_EQ(answers_of(**store), (Answers{{0, "an answer"}, {2, "an answer"}})) << column;
    EXPECT_THAT((*store)->loss(), HasSubstr("1 answer cannot be used"));
    EXPECT_THAT(AnswerStore::verify(path_).error().message, HasSubstr("1 answer cannot be used"));
  }
}

TEST_F(AnswerStoreTest, KeepsWhatStandsBeforeTheDamage) {
  keep(2'000, std::string(60, 'a'));
  const std::string whole = file();
  overwrite(whole.substr(0, whole.size() / 2));
  EXPECT_THAT(view().error().message, HasSubstr("--resume"));
  {
    auto store = open();
    ASSERT_TRUE(store.ok()) << store.error().message;
    const std::string loss = (*store)->loss();
    EXPECT_THAT(loss, HasSubstr("before the damage can be used"));
    const Answers answers = answers_of(**store);
    EXPECT_GT(answers.size(), 200u);
    EXPECT_LT(answers.size(), 2'000u);
    EXPECT_THAT(loss, HasSubstr(std::to_string(answers.size()) + " answers"));
  }
  EXPECT_TRUE(AnswerStore::verify(path_).ok()) << "the file is whole again";
  EXPECT_THAT(folder_.names(), ::testing::ElementsAre("state"));
}

// Two tables in the same pages, of which no query notices anything.
TEST_F(AnswerStoreTest, NoticesADamagedTree) {
  keep(1'000);
  {
    auto database = Database::open(path_);
    ASSERT_TRUE(
        database.ok() &&
        database
            ->execute("PRAGMA writable_schema = 1; INSERT INTO sqlite_schema SELECT type, 'twin', 'twin', "
                      "rootpage, replace(sql, 'answer(', 'twin(') FROM sqlite_schema WHERE name = 'answer'")
            .ok());
  }
  EXPECT_EQ(view().error().code, ErrorCode::kCorrupt);
  auto store = open();
  ASSERT_TRUE(store.ok()) << store.error().message;
  EXPECT_EQ(answers_of(**store).size(), 1'000u);
}

}  // namespace answer_store_test
}  // namespace tabiya::booksearch
