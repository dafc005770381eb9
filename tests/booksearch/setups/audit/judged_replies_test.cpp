#include "booksearch/setups/audit/judged_replies.h"

#include <gtest/gtest.h>

#include "booksearch/work/parallel.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace judged_replies_test {

// A reply is worth as much less to Red as its number is larger, and at odd depths the reverse.
TableOracle some_oracle() {
  return TableOracle(64, [](SetupId red, SetupId blue, int depth) {
    const Score value = static_cast<Score>(red) * 100 - static_cast<Score>(blue);
    return depth % 2 == 0 ? value : -value;
  });
}

// The reds 1, 2, 3, answered by 10, to depths 4, 5 and 6.
std::vector<BookEntry> some_entries() { return {{1, 10, 0, 4}, {2, 10, 0, 5}, {3, 10, 0, 6}}; }

std::vector<JudgedReply> judged(const std::vector<Refutation>& replies) {
  const TableOracle oracle = some_oracle();
  std::vector<JudgedReply> judged;
  for (const int threads : {1, 3}) {
    with_threads(threads, [&] {
      auto result = *judge_replies(oracle, some_entries(), replies, 0);
      EXPECT_TRUE(threads == 1 || result == judged);
      judged = std::move(result);
    });
  }
  return judged;
}

TEST(JudgeReplies, TakesWhatIsFoundBetterAgain) {
  // What the list says of values, and of the reply of the book, is not believed.
  const auto found = judged({{1, 12, 999, 6, 33, -999}, {3, 12, 0, 6, 10, 0}});
  EXPECT_EQ(found[0].verdict, Verdict::kTaken);
  EXPECT_EQ(found[0].reply, (Refutation{1, 12, 88, 6, 10, 90}));
  EXPECT_EQ(found[0].entry_depth, 4);
  EXPECT_EQ(found[1].verdict, Verdict::kTaken);  // of equal depth
  EXPECT_EQ(found[1].reply, (Refutation{3, 12, 288, 6, 10, 290}));
}

TEST(JudgeReplies, SaysWhyAReplyIsNotTaken) {
  const auto found = judged({{9, 12, 0, 6, 10, 0},
                             {1, 10, 0, 6, 11, 0},
                             {2, 12, 0, 4, 10, 0},
                             {2, 12, 0, 7, 10, 0},
                             {3, 9, 0, 8, 10, 0}});
  const Verdict expected[] = {Verdict::kNoEntry, Verdict::kKnown, Verdict::kEntryDeeper, Verdict::kNotBetter,
                              Verdict::kNotBetter};
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].verdict, expected[i]) << i;
  EXPECT_EQ(found[2].entry_depth, 5);
  EXPECT_EQ(found[4].reply.red_value, 291);
  EXPECT_EQ(found[4].reply.book_value, 290);
}

// Each is compared with what those before it have left.
TEST(JudgeReplies, JudgesSeveralToOneRedInTheirOrder) {
  const auto found = judged({{1, 12, 0, 6, 10, 0},
                             {1, 14, 0, 6, 10, 0},
                             {1, 13, 0, 8, 10, 0},
                             {1, 20, 0, 4, 10, 0},
                             {1, 14, 0, 8, 10, 0}});
  const Verdict expected[] = {Verdict::kTaken, Verdict::kTaken, Verdict::kNotBetter, Verdict::kEntryDeeper,
                              Verdict::kKnown};
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].verdict, expected[i]) << i;
  EXPECT_EQ(found[1].reply.book_reply, 12u);
  EXPECT_EQ(found[2].reply.book_reply, 14u);
}

TEST(JudgeReplies, EndsWhenItIsStopped) {
  const std::atomic<bool> stop = true;
  const std::vector<Refutation> replies{{1, 12, 0, 6, 10, 0}};
  EXPECT_EQ(judge_replies(some_oracle(), some_entries(), replies, 0, {{}, &stop}).error().code,
            ErrorCode::kStopped);
}

}  // namespace judged_replies_test
}  // namespace tabiya::booksearch
