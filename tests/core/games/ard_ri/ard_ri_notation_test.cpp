#include "core/games/ard_ri/notation.h"

#include <gtest/gtest.h>

namespace tabiya::ard_ri::ard_ri_notation_test {

std::string fault_of(const std::string& text) {
  const auto position = parse_position(text);
  if (position) return "";
  return std::to_string(position.error().offset.value_or(999)) + ": " + position.error().message;
}

TEST(ArdRiNotation, WritesTheStartAndReadsIt) {
  const std::string start = "2VVV2/3V3/V1OOO1V/VVOKOVV/V1OOO1V/3V3/2VVV2 d";
  EXPECT_EQ(format_position(Position::start()), start);
  EXPECT_EQ(parse_position(start).value(), Position::start());
}

TEST(ArdRiNotation, SaysWhatIsWrongWithAPosition) {
  EXPECT_EQ(fault_of(""), "0: the board ends early: expected 7 rows of 7 squares");
  EXPECT_EQ(fault_of("7/7/7/3K3/7/7 d"), "13: the board ends early: expected 7 rows of 7 squares");
  EXPECT_EQ(fault_of("7/7/7/3K3/7/7/7/7 d"), "15: there are more than 7 rows");
  EXPECT_EQ(fault_of("7/7/7/3K2/7/7/7 d"), "9: a row has fewer than 7 squares");
  EXPECT_EQ(fault_of("7/7/7/3K4/7/7/7 d"), "8: a row has more than 7 squares");
  EXPECT_EQ(fault_of("34/7/7/3K3/7/7/7 d"), "1: two numbers of empty squares side by side: write their sum");
  EXPECT_EQ(fault_of("7/7/7/3Q3/7/7/7 d"), "7: unknown piece: expected V, O or K");
  EXPECT_EQ(fault_of("7/7/7/3KK2/7/7/7 d"), "8: there is more than one king");
  EXPECT_EQ(fault_of("V6/7/7/3K3/7/7/7 d"), "0: only the king may stand on a7");
  EXPECT_EQ(fault_of("7/7/2K4/3O3/7/7/7 d"), "9: only the king may stand on d4");
  EXPECT_EQ(fault_of("7/7/7/3K3/7/7/7 x"), "15: the side to move is d or a, after one blank");
  EXPECT_EQ(fault_of("7/7/7/3K3/7/7/7"), "15: the side to move is d or a, after one blank");
  EXPECT_EQ(fault_of("7/7/7/7/7/7/7 a"),
            "0: there is no king: it is missing only where it was just captured, with d to move");
  EXPECT_EQ(fault_of("K6/7/7/7/7/7/7 d"),
            "0: the king stands on a corner, so that the game was over before this move");
  EXPECT_EQ(fault_of("1VVVVV1/VVVVVVV/VVVVV2/3K3/7/7/7 d"), "0: there are more than 16 attackers");
}

TEST(ArdRiNotation, SaysWhatIsWrongWithAMove) {
  const Position start = Position::start();
  const auto fault = [&](const char* text) { return parse_move(start, text).error().message; };
  EXPECT_EQ(fault("c3"), "not a move: 'c3' (expected two squares, such as c3c2, or Kd5 for the king)");
  EXPECT_EQ(fault("c3c8"), "no square in 'c3c8': a square is a column a to g and a row 1 to 7");
  EXPECT_EQ(fault("b3c3"), "illegal move 'b3c3': b3 is empty");
  EXPECT_EQ(fault("a3b3"), "illegal move 'a3b3': the piece on a3 is the opponent's");
  EXPECT_EQ(fault("c3d3"), "illegal move 'c3d3': d3 is occupied");
  EXPECT_EQ(fault("c3c1"), "illegal move 'c3c1': c1 is occupied");
  EXPECT_EQ(fault("c3b2"), "illegal move 'c3b2': a piece moves one square up, down, left or right");
}

TEST(ArdRiNotation, ReadsTheKingsMovesByHisLetter) {
  const Position position = parse_position("7/7/7/3K3/7/7/7 d").value();
  EXPECT_EQ(parse_move(position, "Kd5").value(), parse_move(position, "d4d5").value());
  EXPECT_EQ(parse_move(position, "kd5").value(), parse_move(position, "d4d5").value());
  EXPECT_EQ(parse_move(position, "kd6").error().message,
            "illegal move 'kd6': a piece moves one square up, down, left or right");
  EXPECT_EQ(parse_move(Position::start(), "Kd5").error().message, "illegal move 'Kd5': d5 is occupied");
  EXPECT_EQ(parse_move(position, "Kd9").error().message,
            "no square in 'Kd9': a square is a column a to g and a row 1 to 7");
}

}  // namespace tabiya::ard_ri::ard_ri_notation_test
