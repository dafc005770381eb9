#include "core/book/line_follower.h"

#include <gtest/gtest.h>

#include <map>

namespace tabiya {
namespace line_follower_test {

constexpr PositionKey kRoot = 5;

// A position with two moves in the book, which were looked at twice, and one outside it, which looks best.
LineBook book() {
  LineGraph graph;
  const LineNode root = graph.add(kRoot, 0), first = graph.add(6, 1), second = graph.add(7, 1);
  graph.link(root, 1, first);
  graph.link(root, 2, second);
  graph.set_outside(root, MoveCode{3}, LineScore{1'000, false});
  graph.set_outside(first, MoveCode{1}, LineScore{-900, true});
  graph.set_outside(second, MoveCode{1}, LineScore{-500, true});
  return finish_lines(graph, {{"root", root}}, {.search_error = 400});
}

std::map<MoveCode, int> played(const OpeningOptions& options) {
  const LineBook lines = book();
  LineFollower follower(lines, options);
  std::map<MoveCode, int> counts;
  for (int i = 0; i < 10'000; ++i) ++counts[follower.choose(kRoot)->move];
  return counts;
}

TEST(LineFollower, PlaysWhatItIsSurestOf) {
  EXPECT_EQ(played({.variety = 0}), (std::map<MoveCode, int>{{1, 10'000}}))
      << "0.09 for sure, rather than 0.10, give or take 0.04";
}

TEST(LineFollower, VariesByWhatIsLostForSure) {
  EXPECT_EQ(played({.max_loss = 200, .variety = 300}).size(), 1u);
  const auto two = played({.max_loss = 350, .variety = 300});
  EXPECT_EQ(two.size(), 2u);
  EXPECT_TRUE(two.contains(3));
  const auto three = played({.max_loss = 500, .variety = 300});
  ASSERT_EQ(three.size(), 3u);
  // e^(-1) and e^(-4/3) to 1.
  EXPECT_NEAR(three.at(3), 6'130 * 0.368, 300);
  EXPECT_NEAR(three.at(2), 6'130 * 0.264, 300);
}

TEST(LineFollower, DrawsTheSameBySeed) {
  const LineBook lines = book();
  LineFollower a(lines, {.max_loss = 500, .variety = 300, .seed = 7});
  LineFollower b(lines, {.max_loss = 500, .variety = 300, .seed = 7});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.choose(kRoot), b.choose(kRoot));
}

TEST(LineFollower, KnowsNothingOfOtherPositions) {
  const LineBook lines = book(), none;
  EXPECT_FALSE(LineFollower(lines, {}).choose(99));
  EXPECT_FALSE(LineFollower(none, {}).choose(kRoot));
}

}  // namespace line_follower_test
}  // namespace tabiya
