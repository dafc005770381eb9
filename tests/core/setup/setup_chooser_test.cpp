#include "core/setup/setup_chooser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "core/games/zero_point_one/evaluation.h"
#include "core/setup/pair_engine_of.h"
#include "core/setup/sampling.h"
#include "tests/support/numbered_setups.h"

namespace tabiya::reply_search_test {

using zero_point_one::kSetups;
using Pairs = PairEngineOf<zero_point_one::Rules>;
using Replies = std::vector<SetupId>;

// Every reply with a full window: the value for Red of the best one.
Score best_value(SetupId red, const Replies& replies, int depth, PairEngine& engine) {
  Score best = kInfiniteScore;
  for (const SetupId reply : replies) {
    Score value = 0;
    for (int step = 1; step <= depth; ++step)
      value = engine.search_window(red, reply, step, -kInfiniteScore, kInfiniteScore, {}).score;
    best = std::min(best, value);
  }
  return best;
}

TEST(ReplySearch, FindsWhatBruteForceFinds) {
  const SearcherOptions exact{.table_bytes = 1 << 16, .parameters = kNoPruning};
  Pairs engine(zero_point_one::make_engine(exact));
  for (const SetupId red : sample_normalised(kSetups, 8, 5)) {
    const Replies replies = sample_normalised(kSetups, 25, red);
    const auto found = best_reply(red, replies, engine, {.depth = 2});
    EXPECT_EQ(best_value(red, {found}, 2, engine), best_value(red, replies, 2, engine));
  }
}

TEST(SampledReplies, AreAllWhereThereAreNotMany) {
  std::vector<SetupId> replies = sampled_replies(test::NumberedSetups(101));
  std::ranges::sort(replies);
  std::vector<SetupId> all(101);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(replies, all);
}

TEST(ReplySearch, EndsAtItsLimits) {
  Pairs engine(zero_point_one::make_engine({.table_bytes = 1 << 16}));
  const Replies replies = sampled_replies(kSetups);
  const SetupId red = 1'000'000;
  EXPECT_EQ(best_reply(red, replies, engine, {.nodes = 5'000}),
            best_reply(red, replies, engine, {.nodes = 5'000}));
  EXPECT_EQ(best_reply(red, replies, engine, {.nodes = 0}), replies.front());
  EXPECT_EQ(best_reply(red, replies, engine, {.deadline = std::chrono::steady_clock::now()}),
            replies.front());
}

}  // namespace tabiya::reply_search_test
