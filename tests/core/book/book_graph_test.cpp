#include "core/book/book_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/random.h"

namespace tabiya::book_graph_test {

constexpr BookTerms kTerms{kDrawScore, 500};

// A graph of `size` positions with alternating sides, each with up to three moves to any other, and a best move outside.
BookGraph random_graph(std::uint64_t seed, std::uint32_t size) {
  Random random(seed);
  BookGraph graph;
  for (std::uint32_t node = 0; node < size; ++node) graph.add(node, static_cast<int>(node % 2));
  for (BookNode node = 0; node < size; ++node) {
    const std::uint32_t links = random.below(4);
    for (std::uint32_t i = 0; i < links; ++i) {
      const BookNode to = 2 * random.below(size / 2) + (node + 1) % 2;
      graph.link(node, static_cast<MoveCode>(i), to);
    }
    Score score = static_cast<Score>(random.below(2'001)) - 1'000;
    if (random.below(8) == 0) score = score < 0 ? loss_in(-score / 100) : win_in(score / 100);
    if (links == 0 || random.below(3) > 0) graph.set_outside(node, MoveCode{9}, FoundScore{score, false});
  }
  return graph;
}

// The obvious way: what a game of so many moves is worth whose end is a repetition.
std::vector<Score> values_after_many_moves(const BookGraph& graph, Score repetition) {
  std::vector<BookValue> values, next(graph.size());
  for (BookNode node = 0; node < graph.size(); ++node)
    values.push_back({graph[node].side == 0 ? repetition : -repetition, 0});
  for (std::size_t round = 0; round < 4 * graph.size(); ++round) {
    for (BookNode node = 0; node < graph.size(); ++node) {
      Score best = graph[node].outside ? graph[node].outside->score : -kInfiniteScore;
      for (const BookLink& link : graph[node].links)
        best = std::max(best, value_of(graph, node, link, values));
      next[node].value = best;
    }
    values = next;
  }
  std::vector<Score> scores;
  for (const BookValue& value : values) scores.push_back(value.value);
  return scores;
}

TEST(BookGraph, KeepsAPositionOnce) {
  BookGraph graph;
  const BookNode first = graph.add(7, 0), second = graph.add(8, 1);
  EXPECT_EQ(graph.add(7, 0), first);
  EXPECT_EQ(graph.find(8), second);
  EXPECT_EQ(graph.find(9), std::nullopt);
  EXPECT_EQ(graph.size(), 2u);
}

TEST(GraphValues, AreThoseOfTheBestMoveInsideOrOutside) {
  BookGraph graph;
  const BookNode root = graph.add(1, 0), good = graph.add(2, 1), bad = graph.add(3, 1);
  graph.link(root, 1, good);
  graph.link(root, 2, bad);
  graph.set_outside(good, MoveCode{5}, FoundScore{-400, false});
  graph.set_outside(bad, MoveCode{5}, FoundScore{300, false});
  graph.set_outside(root, MoveCode{3}, FoundScore{-100, false});
  EXPECT_EQ(graph_values(graph, kTerms)[root].value, 400);
  graph.set_outside(root, MoveCode{3}, FoundScore{450, false});
  EXPECT_EQ(graph_values(graph, kTerms)[root].value, 450);
}

TEST(GraphValues, WinsAreLongerTheEarlierTheyAreSeen) {
  BookGraph graph;
  const BookNode root = graph.add(1, 0), after = graph.add(2, 1), mated = graph.add(3, 0);
  graph.link(root, 1, after);
  graph.link(after, 1, mated);
  graph.set_outside(mated, {}, FoundScore{loss_in(0), true});
  graph.set_outside(root, MoveCode{2}, FoundScore{100, false});
  EXPECT_EQ(graph_values(graph, kTerms)[after].value, win_in(1));
  EXPECT_EQ(graph_values(graph, kTerms)[root].value, 100);
  graph.set_outside(root, MoveCode{2}, FoundScore{loss_in(4), false});
  EXPECT_EQ(graph_values(graph, kTerms)[root].value, loss_in(4))
      << "two plies longer than by the move in the book";
  EXPECT_EQ(best_move(graph, root, graph_values(graph, kTerms)), MoveCode{2});
}

TEST(GraphValues, StayProvedHoweverLongTheLine) {
  EXPECT_EQ(value_before(kProvenWin, true), kProvenWin);
  EXPECT_EQ(value_before(kProvenWin, false), -kProvenWin);
  EXPECT_EQ(value_before(win_in(3), false), loss_in(4));
}

TEST(GraphValues, OfCirclesAreWhatLongGamesAreWorth) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const BookGraph graph = random_graph(seed, 2 + 2 * static_cast<std::uint32_t>(seed % 20));
    for (const Score repetition : {0, 250}) {
      const std::vector<BookValue> values = graph_values(graph, {repetition, 500});
      const std::vector<Score> expected = values_after_many_moves(graph, repetition);
      for (BookNode node = 0; node < graph.size(); ++node)
        EXPECT_EQ(values[node].value, expected[node]) << seed << ": " << node;
    }
  }
}

// Each of equal moves adds to the error of the greatest, and in a circle it would do so again and again.
TEST(GraphValues, OfCirclesHaveNoGreaterErrorsThanTheMovesThatLeaveThem) {
  constexpr BookNode kSize = 8;
  BookGraph graph;
  for (BookNode node = 0; node < kSize; ++node) graph.add(node, static_cast<int>(node % 2));
  for (BookNode node = 0; node < kSize; ++node) {
    for (BookNode step = 1; step < kSize; step += 2)
      graph.link(node, static_cast<MoveCode>(step), (node + step) % kSize);
    graph.set_outside(node, MoveCode{0}, FoundScore{0, false});
  }
  for (const BookValue& value : graph_values(graph, kTerms)) {
    EXPECT_EQ(value.value, 0);
    EXPECT_EQ(value.error, kTerms.search_error);
  }
}

TEST(GraphValues, HaveNoErrorWhereAllIsProved) {
  BookGraph graph;
  const BookNode root = graph.add(1, 0), end = graph.add(2, 1);
  graph.link(root, 1, end);
  graph.set_outside(end, {}, FoundScore{-700, true});
  EXPECT_EQ(graph_values(graph, kTerms)[root], (BookValue{700, 0}));
  graph.set_outside(root, MoveCode{2}, FoundScore{600, false});
  EXPECT_GT(graph_values(graph, kTerms)[root].error, 100) << "the other move may be better";
  graph.set_outside(root, MoveCode{2}, FoundScore{-9'000, false});
  EXPECT_EQ(graph_values(graph, kTerms)[root].error, 0) << "or is certain not to be";
}

// How far the best of two moves is from what the better one seems to be worth, drawn at random.
TEST(GraphValues, ErrorsAreThoseOfTheGreaterOfTwo) {
  constexpr int kDraws = 400'000;
  Random random(5);
  const auto uniform = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53; };
  for (const Score other : {400, 100, -300, -2'000}) {
    BookGraph graph;
    const BookNode root = graph.add(1, 0), after = graph.add(2, 1);
    graph.link(root, 1, after);
    graph.set_outside(after, MoveCode{1}, FoundScore{-500, false});
    graph.set_outside(root, MoveCode{2}, FoundScore{other, false});
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double radius = 500 * std::sqrt(-2 * std::log(uniform()));
      const double angle = 2 * std::numbers::pi * uniform();
      const double best = std::max(500 + radius * std::cos(angle), other + radius * std::sin(angle));
      squares += (best - 500) * (best - 500);
    }
    EXPECT_NEAR(graph_values(graph, kTerms)[root].error, std::sqrt(squares / kDraws), 4) << other;
  }
}

}  // namespace tabiya::book_graph_test
