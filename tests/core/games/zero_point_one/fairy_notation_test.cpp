#include "core/games/zero_point_one/fairy_notation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/board/board_notation.h"
#include "core/games/zero_point_one/module.h"
#include "core/games/zero_point_one/notation.h"
#include "random_game.h"

namespace tabiya::zero_point_one::fairy_notation_test {

using ::testing::HasSubstr;

TEST(FairyNotation, ComesBackInRandomGames) {
  Random random(3);
  int drops = 0;
  for (int game = 0; game < 30; ++game) {
    play_random_game(random, [&](const Position& position, Move move) {
      const Result<Position> read = parse_fen(format_fen(position));
      ASSERT_TRUE(read) << format_fen(position) << ": " << read.error().message;
      EXPECT_EQ(format_position(*read), format_position(position));
      const Result<Move> same = parse_fairy_move(position, format_fairy_move(move));
      ASSERT_TRUE(same) << format_fairy_move(move) << ": " << same.error().message;
      EXPECT_EQ(*same, move);
      drops += move.is_drop();
    });
  }
  EXPECT_GT(drops, 100);
}

TEST(FairyNotation, NamesSquaresByTheirColumns) {
  const Position position = *parse_position("W7/8/3A4/8/4w1a1/8/8/8 r Dn 10");
  EXPECT_EQ(format_fen(position), "8/8/8/4w1a1/8/3A4/8/W7[Dn] w - - 0 5");
  EXPECT_EQ(format_fairy_move(*parse_wire(position, "c4e6")), "d3f5");
  EXPECT_EQ(format_fairy_move(*parse_wire(position, "Df8")), "D@h6");
}

// The drops of a setup, from the last square to the first.
std::vector<std::string> drops_of(const zero_point_one::Setup& setup, Side side) {
  std::vector<std::string> drops;
  for (int i = kSetupSize - 1; i >= 0; --i)
    drops.push_back(letter(Side::kRed, setup[i]) + ("@" + square_name<Board>(setup_square(side, i))));
  return drops;
}

TEST(FairyNotation, PlacesSetupsPieceByPiece) {
  const zero_point_one::Setup red = *parse_setup("AWAAAAAADFFDDDAN"), blue = *parse_setup("WAAADDNAADAAFFDA");
  Position position, expected;
  EXPECT_EQ(format_fen(position), "8/8/8/8/8/8/8/8[AAAAAAAADDDDFFNWaaaaaaaaddddffnw] w - - 0 1");
  for (const std::string& drop : drops_of(red, Side::kRed)) {
    ASSERT_TRUE(position.in_setup_phase());
    EXPECT_EQ(position.side_to_move(), Side::kRed);
    position = place_piece(position, drop).value();
  }
  expected.place(red);
  EXPECT_EQ(position, expected);
  EXPECT_THAT(format_fen(position), HasSubstr("/DFFDDDAN/AWAAAAAA[aaaaaaaaddddffnw] b - - 0 1"));
  for (const std::string& drop : drops_of(blue, Side::kBlue)) position = place_piece(position, drop).value();
  expected.place(blue);
  EXPECT_EQ(position, expected);
  EXPECT_FALSE(position.in_setup_phase());
}

TEST(FairyNotation, RefusesWhatIsNoPlacement) {
  const auto fault = [](std::vector<std::string> drops) -> std::string {
    Position position;
    for (const std::string& drop : drops) {
      const Result<Position> next = place_piece(position, drop);
      if (!next) return next.error().message;
      position = *next;
    }
    return "";
  };
  EXPECT_EQ(fault({"W@a1", "N@h2"}), "");
  EXPECT_THAT(fault({"W@a1", "A@a1"}), HasSubstr("empty square"));
  EXPECT_THAT(fault({"A@a3"}), HasSubstr("own two ranks"));
  EXPECT_THAT(fault({"A@a8"}), HasSubstr("own two ranks"));
  EXPECT_THAT(fault({"W@a1", "W@b1"}), HasSubstr("all pieces W are placed"));
  for (const char* text : {"", "@", "A@", "A@a", "A@a9", "A@i1", "a@a1", "Q@a1", "a1a2", "A@a1 "})
    EXPECT_THAT(fault({text}), HasSubstr("a drop such as A@a1")) << text;
}

TEST(FairyNotation, RefusesWhatIsNoPositionOrMove) {
  for (const char* text :
       {"", "8/8/8/8/8/8/8/8[] w - - 0 1 2", "8/8/8/8/8/8/8/W7 w - - 0 1", "8/8/8/8/8/8/w7/W7[] r - - 0 1",
        "8/8/8/8/8/8/w7/W7[] w - - 0 52", "8/8/8/8/8/8/w7/W7[] w - - 0 0", "8/8/8/8/8/8/w7/W7[] w - - 0 x",
        "8/8/8/8/8/8/w7/W7[W] w - - 0 1", "8/8/8/8/8/8/w7/W7[Q] w - - 0 1", "8/8/8/8/8/8/8/W7[] w - - 0 1",
        "8/8/8/8/8/8/w6/W7[] w - - 0 1", "8/8/8/8/8/8/w7/W7[ w - - 0 1", "8/8/8/8/8/8/w7/W7] w - - 0 1"})
    EXPECT_FALSE(parse_fen(text)) << text;
  const Position position = parse_fen("8/8/8/8/8/8/w7/W6A[D] w - - 0 1").value();
  for (const char* text : {"", "h1", "h1h3", "h1i3", "W@e4", "A@e4", "D@h1", "D@e4x"})
    EXPECT_FALSE(parse_fairy_move(position, text)) << text;
  EXPECT_TRUE(parse_fairy_move(position, "h1f3"));
  EXPECT_TRUE(parse_fairy_move(position, "D@e4"));
}

TEST(FairyForm, PlaysTheSameGame) {
  const GameModule* const form = module().fairy_form();
  ASSERT_NE(form, nullptr);
  EXPECT_EQ(form->fairy_form(), nullptr);
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const auto red = random.below(SetupRanking::size()), blue = random.below(SetupRanking::size());
    const PositionHandle position = form->setup_phase()->position_after(red, blue);
    EXPECT_EQ(position->perft(2), module().setup_phase()->position_after(red, blue)->perft(2));
    EXPECT_EQ(form->parse_position(position->text()).value()->key(), position->key());
  }
}

}  // namespace tabiya::zero_point_one::fairy_notation_test
