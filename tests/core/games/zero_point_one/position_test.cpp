#include "core/games/zero_point_one/position.h"

#include <gtest/gtest.h>

#include <map>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/game.h"
#include "core/games/zero_point_one/notation.h"
#include "random_game.h"
#include "tests/core/games/symmetry_check.h"

namespace tabiya::zero_point_one::position_test {

static_assert(Game<EvaluatedGame<Rules, LinearEvaluation>>);

Position position_of(std::string_view text) {
  Result<Position> position = parse_position(text);
  EXPECT_TRUE(position.ok()) << text;
  return *position;
}

TEST(Position, KeepsBitboardsMailboxAndHashInStepThroughRandomGames) {
  Random random(1);
  for (int game = 0; game < 300; ++game) {
    play_random_game(random, [](const Position& position, Move) {
      // A position that is read back from its text is built from scratch.
      const Position fresh = position_of(format_position(position));
      ASSERT_EQ(fresh.hash(), position.hash());
      for (Square square = 0; square < Board::kSquares; ++square)
        ASSERT_EQ(fresh.at(square), position.at(square));
      for (Side side : kBothSides) {
        ASSERT_EQ(fresh.pieces(side), position.pieces(side));
        ASSERT_EQ(fresh.hand(side), position.hand(side));
      }
      for (Kind kind : kAllKinds) ASSERT_EQ(fresh.pieces(kind), position.pieces(kind));
    });
  }
}

TEST(Position, ForetellsTheHashAfterEachMove) {
  Random random(3);
  for (int game = 0; game < 100; ++game) {
    play_random_game(random, [](const Position& position, Move) {
      Moves moves;
      generate_all(position, moves);
      for (const Move move : moves) {
        Position after = position;
        after.play(move);
        ASSERT_EQ(position.hash_after(move), after.hash()) << format_position(position);
      }
    });
  }
}

TEST(Position, HashesTellDifferentPositionsApart) {
  Random random(2);
  std::map<std::uint64_t, std::string> seen;
  for (int game = 0; game < 300; ++game) {
    play_random_game(random, [&](const Position& position, Move) {
      std::string text = format_position(position);
      text.resize(text.rfind(' '));  // the ply does not count
      ASSERT_EQ(seen.try_emplace(position.hash(), text).first->second, text);
    });
  }
}

TEST(Position, ACapturedPieceGoesToTheCapturersHand) {
  Position position = position_of("w7/8/8/8/3Wa3/8/8/8 r - 10");
  position.play(*parse_wire(position, "e4e5"));
  EXPECT_EQ(format_position(position), "w7/8/8/8/4W3/8/8/8 b A 11");
}

TEST(Position, ADropTakesThePieceFromTheHand) {
  Position position = position_of("w7/8/8/8/8/8/8/7W b Aaf 11");
  position.play(*parse_wire(position, "fd4"));
  EXPECT_EQ(format_position(position), "w7/8/8/3f4/8/8/8/7W r Aa 12");
}

TEST(Position, ReversiblePliesCountSinceTheLastCaptureOrDrop) {
  Position position = position_of("w7/8/8/8/8/8/8/A6W r F 10");
  for (std::string_view move : {"h8g8", "a1b1", "g8h8"}) position.play(*parse_wire(position, move));
  EXPECT_EQ(position.reversible_plies(), 3);
  position.play(*parse_wire(position, "b1a1"));
  const std::uint64_t hash = position.hash();
  EXPECT_EQ(hash, position_of("w7/8/8/8/8/8/8/A6W r F 14").hash());
  position.play(*parse_wire(position, "Fd4"));
  EXPECT_EQ(position.reversible_plies(), 0);
}

TEST(Game, KeysTellPliesApartOnlyNearTheLimit) {
  const LinearEvaluation linear;
  const EvaluatedGame<Rules, LinearEvaluation> game(linear);
  const auto key = [&](std::string_view text) { return game.key(game.root(position_of(text))); };
  EXPECT_EQ(key("w7/8/8/8/8/8/8/7W r - 10"), key("w7/8/8/8/8/8/8/7W r - 12"));
  EXPECT_NE(key("w7/8/8/8/8/8/8/7W r - 98"), key("w7/8/8/8/8/8/8/7W r - 100"));
}

TEST(Symmetry, ImagesOfPositionsAreOneInBooks) {
  Random random(1);
  for (std::uint64_t seed = 0; seed < 5; ++seed) test::expect_symmetries<Rules>(random_start(random), seed);
}

}  // namespace tabiya::zero_point_one::position_test
