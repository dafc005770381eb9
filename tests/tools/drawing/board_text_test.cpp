#include "tools/drawing/board_drawing.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/tools/drawing/dots_and_crosses.h"

namespace tabiya::tools::board_text_test {

TEST(BoardText, ShowsPiecesNamesAndTheLastMove) {
  EXPECT_EQ(board_text(dots_and_crosses()),
            "2 . . .\n"
            "1 X .[o]\n"
            "  a b c\n"
            "\n"
            "White to move\n");
}

TEST(BoardText, ShadesSquaresThatAreClosed) {
  constexpr std::array<std::size_t, 2> kClosed{0, 4};
  PieceSet pieces = kMarkSet;
  pieces.closed = kClosed;
  BoardPicture picture = dots_and_crosses();
  picture.pieces = &pieces;
  EXPECT_EQ(board_text(picture),
            "2 . # .\n"
            "1 X .[o]\n"
            "  a b c\n"
            "\n"
            "White to move\n");
}

TEST(BoardText, TurnsTheBoardForTheOtherSide) {
  EXPECT_EQ(board_text(dots_and_crosses(), 1),
            "1[o]. X\n"
            "2 . . .\n"
            "  c b a\n"
            "\n"
            "White to move\n");
}

TEST(BoardText, ShowsEachHandAtItsEndOfTheBoard) {
  BoardPicture picture = dots_and_crosses();
  picture.hands.emplace();
  (*picture.hands)[1] = {{0, 2}, {1, 1}};
  EXPECT_EQ(board_text(picture),
            "2 . . .    Black's hand: oox\n"
            "1 X .[o]   White's hand: empty\n"
            "  a b c\n"
            "\n"
            "White to move\n");
  EXPECT_EQ(board_text(picture, 1),
            "1[o]. X    White's hand: empty\n"
            "2 . . .    Black's hand: oox\n"
            "  c b a\n"
            "\n"
            "White to move\n");
}

TEST(BoardText, LinesUpLongNames) {
  BoardPicture picture = dots_and_crosses();
  picture.row_names = {"9", "10"};
  picture.column_names = {"8", "9", "10"};
  EXPECT_EQ(board_text(picture),
            "10  .  .  .\n"
            " 9  X  .[ o]\n"
            "    8  9 10\n"
            "\n"
            "White to move\n");
}

}  // namespace tabiya::tools::board_text_test
