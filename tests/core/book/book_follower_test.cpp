#include "core/book/book_follower.h"

#include <gtest/gtest.h>

#include <map>

namespace tabiya::book_follower_test {

constexpr PositionKey kRoot = 5;

// A position with two moves in the book, which were looked at twice, and one outside it, which looks best.
ValuedBook book() {
  BookGraph graph;
  const BookNode root = graph.add(kRoot, 0), first = graph.add(6, 1), second = graph.add(7, 1);
  graph.link(root, 1, first);
  graph.link(root, 2, second);
  graph.set_outside(root, MoveCode{3}, FoundScore{1'000, false});
  graph.set_outside(first, MoveCode{1}, FoundScore{-900, true});
  graph.set_outside(second, MoveCode{1}, FoundScore{-500, true});
  return finish_book(graph, {{"root", root}}, {.search_error = 400});
}

std::map<MoveCode, int> played(const OpeningOptions& options) {
  const ValuedBook lines = book();
  BookFollower follower({.lines = &lines}, options);
  std::map<MoveCode, int> counts;
  for (int i = 0; i < 10'000; ++i) ++counts[follower.choose(kRoot)->move];
  return counts;
}

TEST(BookFollower, PlaysWhatItIsSurestOf) {
  EXPECT_EQ(played({.variety = 0}), (std::map<MoveCode, int>{{1, 10'000}}))
      << "0.09 for sure, rather than 0.10, give or take 0.04";
}

TEST(BookFollower, VariesByWhatIsLostForSure) {
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

TEST(BookFollower, LeavesLinesThatWereSearchedLessThanThePlayerWould) {
  BookGraph graph;
  const BookNode root = graph.add(kRoot, 0);
  graph.set_outside(root, MoveCode{3}, FoundScore{100, false}, effort_of(1 << 16));
  const ValuedBook lines = finish_book(graph, {{"root", root}}, {.search_error = 400});
  const auto follows = [&](double margin, double own_nodes) {
    return BookFollower({.lines = &lines}, {.lines_margin = margin}).choose(kRoot, own_nodes).has_value();
  };
  EXPECT_TRUE(follows(1, 1 << 16));
  EXPECT_FALSE(follows(1, (1 << 16) + 1));
  EXPECT_TRUE(follows(4, 1 << 18));
  EXPECT_FALSE(follows(0, 1));
  EXPECT_TRUE(follows(0, 0)) << "nobody knows how much the player would search";
}

TEST(BookFollower, DrawsTheSameBySeed) {
  const ValuedBook lines = book();
  BookFollower a({.lines = &lines}, {.max_loss = 500, .variety = 300, .seed = 7});
  BookFollower b({.lines = &lines}, {.max_loss = 500, .variety = 300, .seed = 7});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.choose(kRoot), b.choose(kRoot));
}

TEST(BookFollower, KnowsNothingOfOtherPositions) {
  const ValuedBook lines = book(), none;
  EXPECT_FALSE(BookFollower({.lines = &lines}, {}).choose(99));
  EXPECT_FALSE(BookFollower({.lines = &none}, {}).choose(kRoot));
}

// A position with three moves to play and one to know, and a position with one to know alone.
MoveBook move_book() {
  MoveBook book;
  book.moves = {{.key = kRoot, .move = 1, .weight = 10},
                {.key = kRoot, .move = 2, .weight = 0},
                {.key = kRoot, .move = 3, .weight = 60},
                {.key = kRoot, .move = 4, .weight = 30},
                {.key = 6, .move = 1, .weight = 0}};
  return book;
}

std::map<MoveCode, double> chances(const OpeningOptions& options) {
  std::map<MoveCode, double> chances;
  const MoveBook book = move_book();
  for (const FollowedMove& move : followed_moves(book.find(kRoot), options))
    chances[move.move] = move.probability;
  return chances;
}

TEST(BookFollower, PlaysTheHeaviestMoveOrByWeight) {
  EXPECT_EQ(chances({.variety = 0}), (std::map<MoveCode, double>{{3, 1.0}}));
  const auto by_weight = chances({.variety = 100});
  ASSERT_EQ(by_weight.size(), 3u);
  EXPECT_NEAR(by_weight.at(1), 0.1, 1e-9);
  EXPECT_NEAR(by_weight.at(3), 0.6, 1e-9);
  EXPECT_NEAR(by_weight.at(4), 0.3, 1e-9);
  const auto by_squares = chances({.variety = 50});
  EXPECT_NEAR(by_squares.at(4) / by_squares.at(1), 9, 1e-9);
  EXPECT_EQ(chances({.max_loss = 100, .variety = 100}).size(), 2u) << "a sixth is less than 1/e";
}

TEST(BookFollower, FollowsMovesByWeight) {
  const MoveBook book = move_book();
  const auto find = [&](const std::string& key) {
    const auto moves = book.find(std::stoull(key));
    return std::vector<BookMove>(moves.begin(), moves.end());
  };
  BookFollower follower({.moves = find}, {.variety = 0});
  const auto choose = [&](PositionKey key) {
    return follower.choose(key, 0, [&] { return std::to_string(key); });
  };
  const auto chosen = choose(kRoot);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->move, 3);
  EXPECT_EQ(chosen->weight, 60u);
  EXPECT_FALSE(chosen->value);
  EXPECT_FALSE(choose(6)) << "moves without weight are not played";
  EXPECT_FALSE(choose(99));
}

TEST(BookFollower, LeavesKnownLinesThatWereSearchedLess) {
  KnownPosition known{{100, 50}, {{3, {100, 50}, {}}}, kUnknownEffort};
  BookFollower follower({.known = [&](const std::string&) { return std::optional(known); }},
                        {.lines_margin = 2});
  const auto text = [] { return std::string(); };
  EXPECT_EQ(follower.choose(0, 1e9, text)->move, 3);
  known.effort = effort_of(1'000);
  EXPECT_TRUE(follower.choose(0, 1'900, text));
  EXPECT_FALSE(follower.choose(0, 2'500, text));
  EXPECT_FALSE(follower.choose(0)) << "nobody says where";
}

}  // namespace tabiya::book_follower_test
