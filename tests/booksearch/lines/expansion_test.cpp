#include "booksearch/lines/expansion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/booksearch/lines/random_tree.h"

namespace tabiya::booksearch {
namespace expansion_test {

using test::NoisyJudge;
using test::RandomTree;

constexpr double kUnreached = 1e100;

// The obvious way: costs that get smaller until none does any more.
std::vector<LineNode> expansions_by_rounds(const LineGraph& graph, const std::vector<LineValue>& values,
                                           const ExpansionCosts& costs, const ExpansionBounds& bounds) {
  std::vector<double> reached(graph.size(), kUnreached);
  std::vector<std::pair<double, LineNode>> found;
  const auto cost = [&](LineNode node, Score value, Score error) {
    const auto side = static_cast<std::size_t>(graph[node].side);
    const double doubt = costs.optimism * std::hypot(values[node].error, error);
    const double loss = std::max(0.0, static_cast<double>(values[node].value) - value - doubt);
    return loss > bounds.max_loss[side] ? kUnreached : costs.ply + costs.loss[side] * loss / 1'000;
  };
  reached[0] = 0;
  for (std::size_t round = 0; round < graph.size(); ++round)
    for (LineNode node = 0; node < graph.size(); ++node) {
      if (values[node].error == 0) continue;
      for (const LineLink& link : graph[node].links)
        reached[link.to] =
            std::min(reached[link.to],
                     reached[node] + cost(node, value_of(graph, node, link, values), values[link.to].error));
    }
  for (LineNode node = 0; node < graph.size(); ++node) {
    if (!graph[node].move || values[node].error == 0) continue;
    const double own = reached[node] + cost(node, graph[node].outside->score, values[node].error) +
                       costs.width * static_cast<double>(graph[node].links.size());
    if (own < kUnreached) found.emplace_back(own, node);
  }
  std::ranges::sort(found);
  std::vector<LineNode> nodes;
  for (const auto& [own, node] : found) nodes.push_back(node);
  return nodes;
}

TEST(Expansion, TakesTheCheapestPaths) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const RandomTree tree(seed, 4, 7);
    NoisyJudge judge(tree, 800, seed);
    LineGrowth growth(test::roots_of(tree), {.positions = 120});
    ASSERT_TRUE(test::grow(growth, judge).ok());
    const ExpansionCosts costs{1, {2, 0.5}, seed % 2 == 0 ? 0.0 : 0.5, 0.3};
    const ExpansionBounds bounds{{3'000, kInfiniteScore}};
    const auto expected = expansions_by_rounds(growth.graph(), growth.values(), costs, bounds);
    EXPECT_EQ(next_expansions(growth.graph(), growth.roots(), growth.values(), costs, bounds, 1'000),
              expected);
    const auto first = next_expansions(growth.graph(), growth.roots(), growth.values(), costs, bounds, 5);
    EXPECT_EQ(first, (std::vector<LineNode>(expected.begin(), expected.begin() + 5)));
  }
}

TEST(Expansion, GoesNoFartherThanItMay) {
  const RandomTree tree(3, 3, 7);
  NoisyJudge judge(tree, 800, 3);
  GrowthSettings settings;
  settings.bounds.plies = 3;
  LineGrowth growth(test::roots_of(tree), settings);
  ASSERT_TRUE(test::grow(growth, judge).ok());
  EXPECT_EQ(growth.graph().size(), 1u + 3 + 9 + 27);
}

}  // namespace expansion_test
}  // namespace tabiya::booksearch
