#include "core/games/chess/fen.h"

#include <gtest/gtest.h>

#include <string>

#include "core/games/chess/rules.h"

namespace tabiya::chess::chess_fen_test {

std::string read_and_written(const std::string& text) {
  const auto position = parse_fen(text);
  return position ? format_fen(*position)
                  : std::to_string(position.error().offset.value_or(999)) + ": " + position.error().message;
}

TEST(ChessFen, ReadsRightsToCastleInEachWayOfWritingThem) {
  const std::string board = "r1k1r3/8/8/8/8/8/8/RR1K1R1R w ";
  EXPECT_EQ(read_and_written(board + "KQkq - 0 1"), board + "KQkq - 0 1");
  EXPECT_EQ(read_and_written(board + "HAea - 0 1"), board + "KQkq - 0 1");
  EXPECT_EQ(read_and_written(board + "QFq - 0 1"), board + "FQq - 0 1");
  EXPECT_EQ(read_and_written(board + "FB - 0 1"), board + "FB - 0 1");
  EXPECT_EQ(read_and_written(board + "KF - 0 1"), "31: White has a right to castle twice");
  EXPECT_EQ(read_and_written(board + "C - 0 1"),
            "30: White may not castle there: no rook of that side stands on that side of the first rank");
}

TEST(ChessFen, KeepsTheEnPassantSquareWhereItCounts) {
  EXPECT_EQ(read_and_written("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
  EXPECT_EQ(read_and_written("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2"), "4k3/8/8/3p4/8/8/8/4K3 w - - 0 2");
  // The capturing pawn is pinned.
  EXPECT_EQ(read_and_written("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 2");
  // Both pawns leave the row between king and rook.
  EXPECT_EQ(read_and_written("6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 2"), "6k1/8/8/K2pP2r/8/8/8/8 w - - 0 2");
  EXPECT_EQ(read_and_written("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 2"),
            "27: no pawn of Black can just have passed d3");
  EXPECT_EQ(read_and_written("4k3/3r4/8/3pP3/8/8/8/4K3 w - d6 0 2"),
            "29: no pawn of Black can just have passed d6");
}

TEST(ChessFen, ReadsEpd) {
  const std::string board = "4k3/8/8/8/8/8/8/4K2R w K -";
  EXPECT_EQ(read_and_written(board), board + " 0 1");
  EXPECT_EQ(read_and_written(board + " hmvc 12; fmvn 40; bm O-O; id \"a; b\"; ce 310;"), board + " 12 40");
  EXPECT_EQ(read_and_written(board + " bm O-O"), board + " 0 1");
  EXPECT_EQ(read_and_written(board + " id \"a;"), "27: a quote in an operation of EPD is not closed");
  EXPECT_EQ(read_and_written(board + " 1 5 c0 \"eval: 65\"; id \"x\";"), board + " 1 5");
  EXPECT_EQ(read_and_written(board + " 1 5 ;D1 33 ;D2 1000"), board + " 1 5");
  EXPECT_EQ(read_and_written(board + " 1 5;D1 33"), board + " 1 5");
  EXPECT_EQ(read_and_written(board + " ;D1 33"), board + " 0 1");
  for (const std::string number : {"x", "-0", "+1", "10000"}) {
    EXPECT_EQ(read_and_written(board + " hmvc " + number + ";"),
              "32: expected the plies since the last capture or pawn's move, 0 to 9999");
  }
}

TEST(ChessFen, ReadsFieldsBetweenAnyBlanks) {
  EXPECT_EQ(read_and_written(" 4k3/8/8/8/8/8/8/4K2R  w\tK\t -  0 1 "), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_EQ(read_and_written("4k3/8/8/8/8/8/8/4K3  x - - 0 1"), "21: expected the side to move, w or b");
}

TEST(ChessFen, ReadsPairsOfArrays) {
  EXPECT_EQ(read_and_written("white=RNBQKBNR black=BBQNNRKR"),
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(read_and_written("8/8/8/8/8/8/8/8 w - - 0 1"), "8/8/8/8/8/8/8/8 w - - 0 1");
  EXPECT_EQ(read_and_written("8/8/8/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 1"),
            "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 1");
}

TEST(ChessFen, RefusesWhatCannotBe) {
  EXPECT_EQ(read_and_written(""), "0: the board ends early: expected 8 ranks of 8 squares");
  EXPECT_EQ(read_and_written("4k3/8/8/8/8/8/8/4K2K w - - 0 1"), "19: White has two kings");
  EXPECT_EQ(read_and_written("8/8/8/8/8/8/8/4K3 w - - 0 1").substr(0, 40),
            "0: without a king of Black, White's arra");
  EXPECT_EQ(read_and_written("4k3/8/8/8/8/8/8/8 w - - 0 1"), "0: White has no king");
  EXPECT_EQ(read_and_written("4k3/8/8/8/8/8/8/8 w K - 0 1"), "20: White has no king");
  EXPECT_EQ(read_and_written("4k2P/8/8/8/8/8/8/4K3 w - - 0 1"), "3: no pawn can stand on rank 8");
  EXPECT_EQ(read_and_written("4k3/p7/pppppppp/8/8/8/8/4K3 w - - 0 1"), "14: Black has more than 8 pawns");
  EXPECT_EQ(read_and_written("4k3/NNNNNNNN/NNNNNNNN/8/8/8/8/4K3 w - - 0 1"),
            "31: White has more than 16 men");
  EXPECT_EQ(read_and_written("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"),
            "0: Black is in check, but it is White's turn");
  EXPECT_EQ(read_and_written("4k3/8/8/8/8/8/8/4K3 x - - 0 1"), "20: expected the side to move, w or b");
  EXPECT_EQ(read_and_written("4k3/8/8/8/8/8/8/4K3 w K - 0 1").substr(0, 27), "22: White may not castle th");
  EXPECT_EQ(read_and_written("4k3/8/8/8/8/4K3/8/7R w K - 0 1"),
            "23: White may not castle: the king does not stand on its first rank");
  EXPECT_EQ(read_and_written("4k3/8/8/8/8/8/8/4K3 w - - 0 1x"),
            "28: expected the number of the move, 1 to 9999");
  EXPECT_EQ(read_and_written("4k3/8/8/8/8/8/8/4K3 w - - 0"), "27: expected the number of the move");
}

}  // namespace tabiya::chess::chess_fen_test
