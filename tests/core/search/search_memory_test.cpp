#include "core/search/search_memory.h"

#include <gtest/gtest.h>

#include "core/search/history.h"

namespace tabiya::search_memory_test {

using Before = ContinuationHistory::Before;
constexpr std::size_t kNone = ContinuationHistory::kNone;

TEST(ContinuationHistory, KnowsMovesByThoseBefore) {
  ContinuationHistory history(10);
  history.update(1, Before{3, 4}, 5, 800);
  const int alone = history.score(1, Before{3, kNone}, 5);
  EXPECT_EQ(alone, 800);
  EXPECT_EQ(history.score(1, Before{3, 4}, 5), 2 * alone);
  EXPECT_EQ(history.score(1, Before{4, 3}, 5), 0) << "the distance matters";
  EXPECT_EQ(history.score(0, Before{3, 4}, 5), 0) << "and the side";
  EXPECT_EQ(history.score(1, Before{3, 4}, 6), 0) << "and the move";
  EXPECT_EQ(history.score(1, Before{kNone, kNone}, 5), 0);
  history.update(1, Before{3, kNone}, 5, -800);
  EXPECT_LT(history.score(1, Before{3, kNone}, 5), alone);
  EXPECT_EQ(history.score(1, Before{kNone, 4}, 5), alone);
  history.clear();
  EXPECT_EQ(history.score(1, Before{3, 4}, 5), 0);
}

TEST(ContinuationHistory, OfNoKindsRemembersNothing) {
  EXPECT_TRUE(ContinuationHistory(0).is_empty());
  EXPECT_FALSE(ContinuationHistory(1).is_empty());
}

}  // namespace tabiya::search_memory_test
