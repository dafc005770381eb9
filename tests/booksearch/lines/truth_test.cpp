// What a book of moves says of games that are solved: how sure it is, with a judge who errs on purpose.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "booksearch/lines/growth.h"
#include "core/games/games.h"
#include "tests/booksearch/lines/known_game.h"
#include "tests/booksearch/lines/take_away.h"
#include "tests/booksearch/lines/tic_tac_toe.h"

namespace tabiya::booksearch {
namespace truth_test {

using test::KnownGame;
using test::kWorthOfWin;
using test::NoisyOnlooker;
using test::proof_of;

constexpr double kNoise = 2'000;
constexpr int kSeeds = 100;

KnownGame take_away() {
  return {std::make_unique<test::TakeAway>(21), [](const BookWalk&) { return -kWorthOfWin; }};
}

KnownGame tic_tac_toe() {
  return {std::make_unique<test::TicTacToe>(), [](const BookWalk& walk) {
            return dynamic_cast<const test::TicTacToe&>(walk).is_lost() ? -kWorthOfWin : kDrawScore;
          }};
}

// A position of Pawn Race.
KnownGame pawn_race(const std::string& position) {
  const GameModule& game = *find_game("pawn_race");
  std::unique_ptr<BookWalk> root = game.make_book_walk();
  EXPECT_TRUE(root->go_to(position).ok());
  return {std::move(root), [&game](const BookWalk& walk) {
            const Outcome outcome = (*game.parse_position(walk.text()))->outcome();
            return outcome == Outcome::kLoss ? -kWorthOfWin : kDrawScore;
          }};
}

BookGrowth growth_of(const KnownGame& game, std::size_t positions) {
  return {{game.root().clone()}, {.positions = positions}};
}

// In how many of the books the true value lies within the interval of 95 %.
int inside(const KnownGame& game, std::size_t positions) {
  int inside = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    BookGrowth growth = growth_of(game, positions);
    NoisyOnlooker judge(game, kNoise, 0, seed);
    EXPECT_TRUE(test::grow(growth, judge).ok());
    const BookValue value = growth.values()[0];
    inside += std::abs(value.value - game.value(game.root())) <= 1.96 * value.error;
  }
  return inside;
}

// In how many of them the book knows who wins, and that it does, when the judge proves half of what it is asked.
int exact(const KnownGame& game) {
  int exact = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    BookGrowth growth = growth_of(game, 20'000);
    NoisyOnlooker judge(game, kNoise, 0.5, seed);
    EXPECT_TRUE(test::grow(growth, judge).ok());
    const BookValue value = growth.values()[0];
    exact += value.error == 0 && proof_of(value.value) == proof_of(game.value(game.root()));
  }
  return exact;
}

TEST(BookTruth, OfTakeAway) {
  const KnownGame game = take_away();
  EXPECT_EQ(game.value(game.root()), kWorthOfWin);
  EXPECT_GE(inside(game, 15), 93);
  EXPECT_EQ(exact(game), kSeeds);
}

TEST(BookTruth, OfTicTacToe) {
  const KnownGame game = tic_tac_toe();
  EXPECT_EQ(game.value(game.root()), kDrawScore);
  EXPECT_GE(inside(game, 100), 93);
  EXPECT_EQ(exact(game), kSeeds);
}

TEST(BookTruth, OfPawnRace) {
  for (const char* position :
       {"8/1p1p1p2/8/8/8/8/2P1P1P1/8 w - - 0 1", "8/2ppp3/8/8/8/8/2PPP3/8 w - - 0 1"}) {
    const KnownGame game = pawn_race(position);
    EXPECT_GE(inside(game, 100), 93) << position;
    EXPECT_EQ(exact(game), kSeeds) << position;
  }
}

}  // namespace truth_test
}  // namespace tabiya::booksearch
