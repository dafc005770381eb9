#include "booksearch/lines/expansion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "tests/booksearch/lines/random_tree.h"

namespace tabiya::booksearch {

namespace expansion_test {

using test::NoisyJudge;
using test::RandomTree;

constexpr double kUnreached = 1e100;

// The obvious way: costs that get smaller until none does any more.
std::vector<Expansion> expansions_by_rounds(const BookGraph& graph, const std::vector<BookValue>& values,
                                            const ExpansionRules& rules) {
  const auto& [costs, bounds, likelihood, only_played] = rules;
  std::vector<double> reached(graph.size(), kUnreached);
  std::vector<std::pair<double, Expansion>> found;
  const auto cost = [&](BookNode node, MoveCode move, Score value) {
    const auto side = static_cast<std::size_t>(graph[node].side);
    const double loss = std::max(0.0, static_cast<double>(values[node].value) - value);
    if (likelihood.is_for(graph[node].side))
      return -std::log2(PlayedMoves(likelihood, graph[node].key).share_of(move, loss));
    return loss > bounds.max_loss[side] ? kUnreached : costs.ply + costs.loss[side] * loss / 1'000;
  };
  reached[0] = 0;
  for (std::size_t round = 0; round < graph.size(); ++round)
    for (BookNode node = 0; node < graph.size(); ++node) {
      if (values[node].error == 0) continue;
      for (const BookLink& link : graph[node].links)
        reached[link.to] = std::min(
            reached[link.to], reached[node] + cost(node, link.move, value_of(graph, node, link, values)));
    }
  for (BookNode node = 0; node < graph.size(); ++node) {
    const GraphPosition& position = graph[node];
    if (!position.move || values[node].error == 0) continue;
    std::vector<std::pair<double, Expansion>> of_node;
    const bool by_games = likelihood.is_for(position.side);
    const double width = by_games ? 0 : costs.width * static_cast<double>(position.links.size());
    if (!only_played)
      of_node.emplace_back(cost(node, *position.move, position.outside->score) + width,
                           Expansion{node, *position.move});
    if (by_games)
      for (const BookMove& move : likelihood.games->find(position.key))
        if (std::ranges::count(position.links, move.move, &BookLink::move) == 0)
          of_node.emplace_back(cost(node, move.move, values[node].value - 1'000'000),
                               Expansion{node, move.move});
    if (of_node.empty()) continue;
    const auto [own, expansion] = *std::ranges::min_element(of_node);
    if (reached[node] + own < kUnreached) found.emplace_back(reached[node] + own, expansion);
  }
  std::ranges::sort(found);
  std::vector<Expansion> expansions;
  for (const auto& [own, expansion] : found) expansions.push_back(expansion);
  return expansions;
}

// People have habits: two times of three they play the move that is usual in a position, good or bad.
MoveCode human_move(const RandomTree& tree, const RandomTree::Node& node, Random& random) {
  if (random.next() % 3 != 0)
    return static_cast<MoveCode>(node.key % static_cast<std::uint64_t>(tree.width(node)));
  return test::plausible_move(tree, node, random);
}

std::shared_ptr<const MoveBook> games_of(const RandomTree& tree, std::uint64_t seed, int games) {
  std::map<std::pair<PositionKey, MoveCode>, std::uint64_t> counts;
  Random random(seed);
  for (int game = 0; game < games; ++game)
    for (test::TreeWalk walk(tree); tree.width(walk.node()) > 0;) {
      const MoveCode move = human_move(tree, walk.node(), random);
      ++counts[{walk.key(), move}];
      walk.play(move);
    }
  const auto book = std::make_shared<MoveBook>();
  for (const auto& [place, count] : counts)
    book->moves.push_back({.key = place.first, .move = place.second, .weight = count});
  sort_moves(*book);
  return book;
}

// The share of the positions of further games that the book knows.
double known_share(const RandomTree& tree, const BookGrowth& growth, std::uint64_t seed, int games) {
  int known = 0, all = 0;
  Random random(seed);
  for (int game = 0; game < games; ++game)
    for (test::TreeWalk walk(tree); tree.width(walk.node()) > 0; ++all) {
      known += growth.graph().find(walk.key()).has_value();
      walk.play(human_move(tree, walk.node(), random));
    }
  return static_cast<double>(known) / all;
}

TEST(Expansion, GoesWhereGamesGo) {
  double usual = 0, by_games = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const RandomTree tree(seed, 5, 8);
    NoisyJudge judge(tree, 800, seed);
    GrowthSettings settings{.positions = 200};
    BookGrowth without(test::roots_of(tree), settings);
    settings.replies = {games_of(tree, seed, 1'000), {true, true}};
    BookGrowth with(test::roots_of(tree), settings);
    ASSERT_TRUE(test::grow(without, judge).ok());
    ASSERT_TRUE(test::grow(with, judge).ok());
    EXPECT_EQ(with.graph().size(), without.graph().size());
    usual += known_share(tree, without, seed + 100, 300);
    by_games += known_share(tree, with, seed + 100, 300);
  }
  EXPECT_GT(by_games, 1.2 * usual);
}

TEST(Expansion, TakesNoMoreMovesOfAPositionThanItMay) {
  const RandomTree tree(5, 5, 7);
  NoisyJudge judge(tree, 0, 5);
  GrowthSettings settings{.positions = 300};
  settings.bounds.moves = {1, 3};
  settings.replies = {games_of(tree, 5, 1'000), {false, true}, 5, 0.1};
  BookGrowth growth(test::roots_of(tree), settings);
  ASSERT_TRUE(test::grow(growth, judge).ok());
  std::array<std::size_t, 2> most{};
  for (BookNode node = 0; node < growth.graph().size(); ++node) {
    std::size_t& of_side = most[static_cast<std::size_t>(growth.graph()[node].side)];
    of_side = std::max(of_side, growth.graph()[node].links.size());
  }
  EXPECT_EQ(most, (std::array<std::size_t, 2>{1, 3})) << "a judge without errors finds the best move first";
}

TEST(Expansion, BeginsWithTheGamesAndEndsBehindTheFocus) {
  const RandomTree tree(6, 4, 8);
  NoisyJudge judge(tree, 800, 6);
  test::TreeWalk first(tree);
  first.play(3);
  const auto seeds = games_of(tree, 6, 50);
  GrowthSettings settings{.positions = 60, .seeds = seeds, .seed_positions = 20};
  BookGrowth growth(test::roots_of(tree), settings);
  ASSERT_TRUE(test::grow(growth, judge, [&] { return growth.graph().size() >= 20; }).ok());
  for (BookNode node = 1; node < growth.graph().size(); ++node) {
    const auto path = growth.path_to(node);
    std::vector<MoveCode> before(path.begin(), path.end() - 1);
    test::TreeWalk walk(tree);
    for (const MoveCode move : before) walk.play(move);
    EXPECT_EQ(std::ranges::count(seeds->find(walk.key()), path.back(), &BookMove::move), 1);
  }
  settings.focus = {first.key()};
  settings.focus_positions = 40;
  BookGrowth focused(test::roots_of(tree), settings);
  ASSERT_TRUE(test::grow(focused, judge).ok());
  ASSERT_EQ(focused.graph().size(), 100u);
  for (BookNode node = 60; node < 100; ++node) EXPECT_EQ(focused.path_to(node)[0], 3);
  settings.focus = {12345};
  BookGrowth lost(test::roots_of(tree), settings);
  const Status status = test::grow(lost, judge);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kInvalid);
}

// Two positions with one key, or a book of other rules: what is not legal is left out, and the book grows on.
TEST(Expansion, LeavesOutMovesOfGamesThatAreNotLegal) {
  const RandomTree tree(7, 3, 6);
  NoisyJudge judge(tree, 800, 7);
  const auto games = std::make_shared<MoveBook>();
  games->moves = {{.key = tree.root().key, .move = 77, .weight = 90}};
  GrowthSettings settings{.positions = 40, .replies = {games, {true, true}}};
  BookGrowth growth(test::roots_of(tree), settings);
  ASSERT_TRUE(test::grow(growth, judge).ok());
  EXPECT_EQ(growth.graph().size(), 40u);
}

TEST(Expansion, TakesTheCheapestPaths) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const RandomTree tree(seed, 4, 7);
    NoisyJudge judge(tree, 800, seed);
    BookGrowth growth(test::roots_of(tree), {.positions = 120});
    ASSERT_TRUE(test::grow(growth, judge).ok());
    ExpansionRules rules{{1, {2, 0.5}, 0.3}, {{3'000, kInfiniteScore}}};
    if (seed >= 10) rules.likelihood = {games_of(tree, seed, 200), {seed % 3 == 0, true}, 5, 0};
    const auto expected = expansions_by_rounds(growth.graph(), growth.values(), rules);
    EXPECT_EQ(next_expansions(growth.graph(), growth.roots(), growth.values(), rules, 1'000), expected);
    const auto first = next_expansions(growth.graph(), growth.roots(), growth.values(), rules, 5);
    EXPECT_EQ(first, (std::vector<Expansion>(expected.begin(), expected.begin() + 5)));
  }
}

TEST(Expansion, GoesNoFartherThanItMay) {
  const RandomTree tree(3, 3, 7);
  NoisyJudge judge(tree, 800, 3);
  GrowthSettings settings;
  settings.bounds.plies = 3;
  BookGrowth growth(test::roots_of(tree), settings);
  ASSERT_TRUE(test::grow(growth, judge).ok());
  EXPECT_EQ(growth.graph().size(), 1u + 3 + 9 + 27);
}

}  // namespace expansion_test

namespace upper_confidence_test {

using test::NoisyJudge;
using test::RandomTree;

BookGrowth grown(const RandomTree& tree, double confidence, std::size_t positions,
                 ExpansionBounds bounds = {}) {
  GrowthSettings settings{.bounds = bounds, .positions = positions};
  settings.costs.confidence = confidence;
  BookGrowth growth(test::roots_of(tree), settings);
  NoisyJudge judge(tree, 800, 5);
  EXPECT_TRUE(test::grow(growth, judge).ok());
  return growth;
}

// How many positions are behind each move of the root.
std::array<int, 4> behind_moves(const BookGrowth& growth) {
  std::array<int, 4> counts{};
  for (BookNode node = 1; node < growth.graph().size(); ++node) ++counts[growth.path_to(node)[0]];
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
  BookGraph graph;
  for (PositionKey key = 1; key <= 4; ++key) graph.add(key, key == 1 || key == 4 ? 0 : 1);
  graph.link(0, 1, 1);
  graph.link(0, 2, 2);
  graph.link(1, 1, 3);
  graph.set_outside(0, MoveCode{9}, FoundScore{-20'000, false});
  graph.set_outside(1, MoveCode{7}, FoundScore{-10'000, false});
  graph.set_outside(2, MoveCode{8}, FoundScore{500, false});
  graph.set_outside(3, MoveCode{6}, FoundScore{0, false});
  const auto values = graph_values(graph, {kDrawScore, 500});
  const auto first = [&](double confidence, Score max_loss = kInfiniteScore) {
    const ExpansionRules rules{{.confidence = confidence}, {.max_loss = {max_loss, max_loss}}};
    return next_expansions(graph, {0}, values, rules, 1).at(0);
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
  const BookGrowth narrow = grown(tree, 1'000, 1'000, {.moves = {1, 2}});
  EXPECT_EQ(narrow.graph().size(), 1u + 1 + 2 + 2 + 4 + 4 + 8 + 8);
}

}  // namespace upper_confidence_test

}  // namespace tabiya::booksearch
