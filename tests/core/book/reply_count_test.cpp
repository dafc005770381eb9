#include "core/book/reply_count.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace tabiya::reply_count_test {

TEST(ReplyCount, ListsEachReplyOnceTheMostFrequentFirst) {
  EXPECT_EQ(count_replies(std::vector<SetupId>{7, 3, 9, 3}),
            (std::vector<ReplyCount>{{3, 2}, {7, 1}, {9, 1}}));
  EXPECT_EQ(count_replies({}), std::vector<ReplyCount>{});
}

TEST(ReplyCount, CountsEveryReply) {
  Random random(1);
  std::vector<SetupId> replies;
  for (int i = 0; i < 500; ++i) replies.push_back(random.below(20));
  std::size_t total = 0;
  for (const auto& [reply, count] : count_replies(replies)) {
    EXPECT_EQ(count, static_cast<std::size_t>(std::ranges::count(replies, reply)));
    total += count;
  }
  EXPECT_EQ(total, replies.size());
}

TEST(ReplyCount, TakesAsManyOfTheMostFrequentAsThereAre) {
  const std::vector<SetupId> replies{5, 1, 1, 4, 4, 4};
  EXPECT_EQ(most_frequent(replies, 0), std::vector<SetupId>{});
  EXPECT_EQ(most_frequent(replies, 2), (std::vector<SetupId>{4, 1}));
  EXPECT_EQ(most_frequent(replies, 9), (std::vector<SetupId>{4, 1, 5}));
}

}  // namespace tabiya::reply_count_test
