#include "booksearch/work/judge_pool.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tests/booksearch/openings/table_judge.h"

namespace tabiya::booksearch {
namespace judge_pool_test {

std::vector<Question> questions(std::uint32_t count) {
  std::vector<Question> list;
  for (std::uint32_t candidate = 0; candidate < count; ++candidate) list.push_back({candidate, 1});
  return list;
}

Status no_answer(std::size_t, const Judgement&) { return ok_status(); }

TEST(JudgePool, AnswersEveryQuestionOnce) {
  const Table table;
  for (const int threads : {1, 4}) {
    JudgePool<Question> pool(threads, table.judges());
    for (const std::uint32_t count : {0u, 1u, 3u, 500u}) {
      std::multiset<std::uint32_t> answered;
      const auto list = questions(count);
      const auto on_answer = [&](std::size_t index, const Judgement& judgement) {
        EXPECT_EQ(judgement.score, table.score(list[index].candidate, 1));
        answered.insert(list[index].candidate);
        return ok_status();
      };
      ASSERT_TRUE(pool.run(list, on_answer, {}).ok());
      EXPECT_EQ(answered.size(), count);
      EXPECT_EQ(std::set(answered.begin(), answered.end()).size(), count);
    }
  }
}

TEST(JudgePool, EndsWithTheErrorOfAJudge) {
  Table table;
  table.fault = invalid("the engine has ended");
  JudgePool<Question> pool(3, table.judges());
  const auto list = questions(1'000);
  const Status status = pool.run(list, no_answer, {});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "the engine has ended");
  EXPECT_LE(table.asked, 3u);
}

TEST(JudgePool, EndsWhereNoJudgeCanBeMade) {
  JudgePool<Question> pool(2, [] { return Result<JudgeOf<Question>>(invalid("no such engine")); });
  const auto list = questions(5);
  const Status status = pool.run(list, no_answer, {});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "no such engine");
}

}  // namespace judge_pool_test
}  // namespace tabiya::booksearch
