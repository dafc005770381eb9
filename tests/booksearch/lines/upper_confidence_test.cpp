#include "booksearch/lines/upper_confidence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/booksearch/lines/random_tree.h"

namespace tabiya::booksearch {
namespace upper_confidence_test {

using test::NoisyJudge;
using test::RandomTree;

LineGrowth grown(const RandomTree& tree, double confidence, std::size_t positions,
                 ExpansionBounds bounds = {}) {
  GrowthSettings settings{.bounds = bounds, .positions = positions};
  settings.costs.confidence = confidence;
  LineGrowth growth(test::roots_of(tree), settings);
  NoisyJudge judge(tree, 800, 5);
  EXPECT_TRUE(test::grow(growth, judge).ok());
  return growth;
}

// How many positions are behind each move of the root.
std::array<int, 4> behind_moves(const LineGrowth& growth) {
  std::array<int, 4> counts{};
  for (LineNode node = 1; node < growth.graph().size(); ++node) ++counts[growth.path_to(node)[0]];
  return counts;
}

TEST(UpperConfidence, LooksEverywhereWhereItIsGreat) {
  const RandomTree tree(5, 4, 8);
  const auto even = behind_moves(grown(tree, 10'000'000, 161));
  EXPECT_LE(std::ranges::max(even) - std::ranges::min(even), 2);
  const auto narrow = behind_moves(grown(tree, 1, 161));
  EXPECT_GE(std::ranges::max(narrow), 100);
}

// Two moves of the root are in the book, with positions behind them as their visits say.
TEST(UpperConfidence, WeighsValuesAgainstVisits) {
  LineGraph graph;
  for (PositionKey key = 1; key <= 4; ++key) graph.add(key, key == 1 || key == 4 ? 0 : 1);
  graph.link(0, 1, 1);
  graph.link(0, 2, 2);
  graph.link(1, 1, 3);
  graph.set_outside(0, MoveCode{9}, LineScore{-20'000, false});
  graph.set_outside(1, MoveCode{7}, LineScore{-10'000, false});
  graph.set_outside(2, MoveCode{8}, LineScore{500, false});
  graph.set_outside(3, MoveCode{6}, LineScore{0, false});
  const auto values = line_values(graph, {kDrawScore, 500});
  const auto first = [&](double confidence, Score max_loss = kInfiniteScore) {
    const ExpansionRules rules{{.confidence = confidence}, {.max_loss = {max_loss, max_loss}}};
    return most_promising(graph, {0}, values, rules, 1).at(0);
  };
  // Behind move 1, which is worth 0, are two positions; behind move 2, at -500, one. So move 2 comes up where
  // 500 < confidence * sqrt(ln 5) * (1 - sqrt(1 / 2)), which is from 1,346 on.
  EXPECT_EQ(first(1'340), (Expansion{3, 6}));
  EXPECT_EQ(first(1'350), (Expansion{2, 8}));
  EXPECT_EQ(first(1'350, 400), (Expansion{3, 6})) << "it loses too much";
}

TEST(UpperConfidence, KeepsTheBounds) {
  const RandomTree tree(3, 3, 7);
  EXPECT_EQ(grown(tree, 1'000, 1'000, {.plies = 3}).graph().size(), 1u + 3 + 9 + 27);
  const LineGrowth narrow = grown(tree, 1'000, 1'000, {.moves = {1, 2}});
  EXPECT_EQ(narrow.graph().size(), 1u + 1 + 2 + 2 + 4 + 4 + 8 + 8);
}

}  // namespace upper_confidence_test
}  // namespace tabiya::booksearch
