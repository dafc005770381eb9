#include "core/games/pawn_race/notation.h"

#include <gtest/gtest.h>

namespace tabiya::pawn_race::pawn_race_notation_test {

std::string fault_of(const std::string& text) {
  const auto position = parse_position(text);
  if (position) return "";
  return std::to_string(position.error().offset.value_or(999)) + ": " + position.error().message;
}

TEST(PawnRaceNotation, WritesTheStartOfAPairAndReadsIt) {
  const std::string start = "8/ppppppp1/8/8/8/8/1PPPPPPP/8 w - - 0 1";
  EXPECT_EQ(format_position(Rules::position_after(0, 7)), start);
  EXPECT_EQ(parse_position(start).value(), Rules::position_after(0, 7));
  EXPECT_EQ(parse_position("white=a black=h").value(), Rules::position_after(0, 7));
}

TEST(PawnRaceNotation, WritesTheChoiceOfGapsAndReadsIt) {
  Position position;
  EXPECT_EQ(format_position(position), "8/8/8/8/8/8/8/8 w - - 0 1");
  EXPECT_TRUE(parse_position(format_position(position)).value().in_setup_phase());
  position.choose_gap(3);
  EXPECT_EQ(format_position(position), "8/8/8/8/8/8/PPP1PPPP/8 b - - 0 1");
  EXPECT_EQ(parse_position(format_position(position)).value(), position);
  EXPECT_TRUE(position.in_setup_phase());
}

TEST(PawnRaceNotation, SaysWhatIsWrongWithABoard) {
  EXPECT_EQ(fault_of(""), "0: the board ends early: expected 8 ranks of 8 squares");
  EXPECT_EQ(fault_of("8/8/8 w - - 0 1"), "5: the board ends early: expected 8 ranks of 8 squares");
  EXPECT_EQ(fault_of("8/8/8/8/8/8/8/8/8 w - - 0 1"), "15: there are more than 8 ranks");
  EXPECT_EQ(fault_of("8/7/8/8/8/8/8/8 w - - 0 1"), "3: a rank has fewer than 8 squares");
  EXPECT_EQ(fault_of("8/p52/8/8/8/8/8/8 w - - 0 1"),
            "4: two numbers of empty squares side by side: write their sum");
  EXPECT_EQ(fault_of("8/p8/8/8/8/8/8/8 w - - 0 1"), "3: a rank has more than 8 squares");
  EXPECT_EQ(fault_of("8/8p/8/8/8/8/8/8 w - - 0 1"), "3: a rank has more than 8 squares");
  EXPECT_EQ(fault_of("8/4k3/8/8/8/8/P7/8 w - - 0 1"), "3: unknown piece: expected P or p");
  EXPECT_EQ(fault_of("p7/8/8/8/8/8/P7/8 w - - 0 1"), "0: no pawn of Black can stand on rank 8");
  EXPECT_EQ(fault_of("8/p7/8/8/8/8/8/P7 w - - 0 1"), "15: no pawn of White can stand on rank 1");
  EXPECT_EQ(fault_of("8/pppppppp/8/8/8/8/P7/8 w - - 0 1"), "9: Black has more than 7 pawns");
  EXPECT_EQ(fault_of("8/p7/8/8/8/P7/PPPPPPP1/8 w - - 0 1"), "20: White has more than 7 pawns");
  EXPECT_EQ(fault_of("PP6/p7/8/8/8/8/8/8 b - - 0 1"),
            "1: more than one pawn of White stands on the last rank");
}

TEST(PawnRaceNotation, SaysWhatIsWrongWithASideToMove) {
  EXPECT_EQ(fault_of("8/p7/8/8/8/8/P7/8 x - - 0 1"), "18: the side to move is w or b");
  EXPECT_EQ(
      fault_of("P7/7p/8/8/8/8/8/8 w - - 0 1"),
      "18: a pawn of White stands on the last rank, which ends the game, so that the side to move is b");
  EXPECT_EQ(
      fault_of("8/8/8/8/8/7P/8/p7 b - - 0 1"),
      "18: a pawn of Black stands on the last rank, which ends the game, so that the side to move is w");
  EXPECT_EQ(fault_of("8/8/8/8/8/7P/8/8 w - - 0 1"),
            "17: Black has no pawns, which ends the game, so that the side to move is b");
  EXPECT_EQ(fault_of("8/7p/8/8/8/8/8/8 b - - 0 1"),
            "17: White has no pawns, which ends the game, so that the side to move is w");
  EXPECT_EQ(fault_of("P7/8/8/8/8/8/8/8 b - - 0 1"),
            "17: a pawn of White stands on the last rank, but Black has no pawns: the game was over before");
}

TEST(PawnRaceNotation, SaysWhatIsWrongWithTheOtherFields) {
  const std::string passed =
      "24: expected -, or the en-passant square: the one that a pawn has just passed by a double step";
  for (const char* square : {"c3", "d6", "c5", "c9", "c", "c8", "x"})
    EXPECT_EQ(fault_of("8/8/8/p1p5/P7/8/8/8 w - " + std::string(square) + " 0 1"), passed) << square;
  EXPECT_EQ(fault_of("8/8/8/p1p5/P7/8/8/8 w - c6 0 1"), "");
  EXPECT_EQ(fault_of("8/2p5/8/2p5/P7/8/8/8 w - c6 0 1").substr(2), passed.substr(2));
  EXPECT_EQ(fault_of("8/p7/8/8/8/8/P7/8 w KQ - 0 1"), "20: expected - where chess has castling rights");
  EXPECT_EQ(fault_of("8/p7/8/8/8/8/P7/8 w - - 1 1"),
            "24: the half-move clock is 0, as all moves are moves of pawns");
  for (const char* number : {"", "0", "-1", "01", "1000", "1 ", "x", "99999999999"})
    EXPECT_EQ(fault_of("8/p7/8/8/8/8/P7/8 w - - 0 " + std::string(number)),
              "26: the number of the move is 1 to 999")
        << number;
  EXPECT_EQ(fault_of("8/p7/8/8/8/8/P7/8 w - - 0"),
            "25: expected six fields, such as 8/ppppppp1/8/8/8/8/1PPPPPPP/8 w - - 0 1");
}

TEST(PawnRaceNotation, SaysWhatIsWrongWithAPairOfGaps) {
  EXPECT_EQ(fault_of("white="), "6: a gap is a file from a to h");
  EXPECT_EQ(fault_of("white=i black=a"), "6: a gap is a file from a to h");
  EXPECT_EQ(fault_of("white=h"), "7: expected the gap of Black, such as black=h");
  EXPECT_EQ(fault_of("white=hblack=a"), "7: a gap is one letter");
  EXPECT_EQ(fault_of("white=h black="), "14: a gap is a file from a to h");
  EXPECT_EQ(fault_of("white=h black=ab"), "15: a gap is one letter");
  EXPECT_EQ(parse_gap(Side::kWhite, "white=h").value(), 7);
  EXPECT_EQ(parse_gap(Side::kBlack, "white=h").error().message, "expected the gap of Black, such as black=h");
  EXPECT_EQ(parse_gap(Side::kBlack, "black=i").error().offset, 6u);
}

TEST(PawnRaceNotation, SaysWhatIsWrongWithAMove) {
  const Position position = parse_position("8/p7/8/1p6/P7/2p5/2P4P/8 w - - 0 1").value();
  const auto fault = [&](const char* text) { return parse_move(position, text).error().message; };
  EXPECT_EQ(fault(""), "illegal move '': expected a move such as a4, bxc6 or a2a4");
  EXPECT_EQ(fault("a4b"), "illegal move 'a4b': expected a move such as a4, bxc6 or a2a4");
  EXPECT_EQ(fault("h5"), "illegal move 'h5': no pawn of White can step to h5");
  EXPECT_EQ(fault("axb6"), "illegal move 'axb6': no pawn of White on the a-file can capture on b6");
  EXPECT_EQ(fault("a4a9"), "illegal move 'a4a9': 'a9' is not a square from a1 to h8");
  EXPECT_EQ(fault("i4a5"), "illegal move 'i4a5': 'i4' is not a square from a1 to h8");
  EXPECT_EQ(fault("d2d4"), "illegal move 'd2d4': d2 is empty");
  EXPECT_EQ(fault("a7a6"), "illegal move 'a7a6': the pawn on a7 is the opponent's");
  EXPECT_EQ(fault("c2c4"), "illegal move 'c2c4': the way of the pawn is not free");
  EXPECT_EQ(fault("a4a6"),
            "illegal move 'a4a6': a pawn steps one square ahead, two from where it starts, and captures one "
            "square diagonally ahead");
  const Position over = parse_position("P7/7p/8/8/8/8/8/8 b - - 0 1").value();
  EXPECT_EQ(parse_move(over, "h6").error().message, "illegal move 'h6': the game is over");
  EXPECT_EQ(parse_move(position, "a4b5").value(), parse_move(position, "axb5").value());
}

}  // namespace tabiya::pawn_race::pawn_race_notation_test
