// Books of moves from games.
#include "booksearch/books/from_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/games/games.h"
#include "core/random.h"

namespace tabiya::booksearch::from_games_test {
namespace {

using ::testing::HasSubstr;

// The counts of all moves of some games in PGN, and the faults of those that were skipped.
struct Counted {
  std::vector<BookMove> moves;
  std::vector<PgnFault> faults;
  GameCounts counts;

  Counted(const std::string& games, const GameFilter& filter) {
    MoveCounter counter;
    GameReader reader(*find_game("chess"), filter, counter);
    PgnReader pgn([&](const PgnGame& game) {
      const auto fault = reader.read(game);
      ASSERT_TRUE(fault.ok());
      if (*fault) faults.push_back(**fault);
    });
    pgn.feed(games);
    pgn.finish();
    counts = reader.counts();
    EXPECT_TRUE(counter.finish([&](const BookMove& move) { moves.push_back(move); }).ok());
  }
};

}  // namespace

TEST(GameReader, CountsTheResultsOfTheSideThatMoves) {
  const std::string games =
      "[Event \"1\"]\n\n1. e4 1-0\n\n[Event \"2\"]\n\n1. e4 0-1\n\n[Event \"3\"]\n\n1. e4 e5 1/2-1/2\n\n";
  const Counted white(games, {.colour = "white"});
  ASSERT_EQ(white.moves.size(), 1u);
  EXPECT_EQ(white.moves[0].games, 3u);
  EXPECT_EQ(white.moves[0].wins, 1u);
  EXPECT_EQ(white.moves[0].draws, 1u);
  EXPECT_EQ(white.moves[0].losses, 1u);
  EXPECT_EQ(Counted(games, {.colour = "black"}).moves.size(), 1u);
  EXPECT_EQ(Counted(games, {.plies = 1}).moves.size(), 1u);
  EXPECT_EQ(Counted(games, {.results = {"0-1"}}).counts.left_out, 2u);
}

TEST(GameReader, CountsNoMoveOfAGameThatItSkips) {
  const Counted broken(
      "[Event \"1\"]\n\n1. e4 e5\n2. Ke3 1-0\n\n[Event \"2\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n", {});
  EXPECT_TRUE(broken.moves.empty());
  EXPECT_EQ(broken.counts.skipped, 2u);
  ASSERT_EQ(broken.faults.size(), 2u);
  EXPECT_EQ(broken.faults[0].line, 4u);
  EXPECT_THAT(broken.faults[0].message, HasSubstr("illegal move 'Ke3'"));
  EXPECT_THAT(broken.faults[1].message, HasSubstr("the variant Atomic"));
}

TEST(MoveCounter, CountsTheSameInLittleMemory) {
  Random random(3);
  MoveCounter large, small(100);
  for (int i = 0; i < 5'000; ++i) {
    const PositionKey key = static_cast<PositionKey>(random.below(300)) * 0x0123456789abcdef;
    const MoveCode move = static_cast<MoveCode>(random.below(3));
    const auto outcome = static_cast<GameOutcome>(random.below(4));
    ASSERT_TRUE(large.add(key, move, outcome).ok());
    ASSERT_TRUE(small.add(key, move, outcome).ok());
  }
  std::vector<BookMove> expected, counted;
  ASSERT_TRUE(large.finish([&](const BookMove& move) { expected.push_back(move); }).ok());
  ASSERT_TRUE(small.finish([&](const BookMove& move) { counted.push_back(move); }).ok());
  EXPECT_EQ(counted, expected);
  std::uint64_t games = 0;
  for (const BookMove& move : expected) games += move.games;
  EXPECT_EQ(games, 5'000u);
}

TEST(MoveWeights, WilsonsBoundIsThePublishedOne) {
  EXPECT_NEAR(wilson_lower_bound(81, 263), 0.2553,
              5e-5);  // Newcombe, Statistics in Medicine 17 (1998), table I
  EXPECT_EQ(wilson_lower_bound(0, 0), 0);
  EXPECT_EQ(wilson_lower_bound(0, 10), 0);
}

}  // namespace tabiya::booksearch::from_games_test
