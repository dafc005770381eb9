#include "core/games/chess/attacks.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace tabiya::chess::chess_attacks_test {

// The squares from `from` in one direction, up to and with the first occupied one.
Bitboard ray(Square from, int rows, int columns, Bitboard occupied) {
  Bitboard squares = 0;
  int row = Board::row(from) + rows, column = Board::column(from) + columns;
  for (; Board::contains(row, column); row += rows, column += columns) {
    squares |= bit(Board::square(row, column));
    if (has(occupied, Board::square(row, column))) break;
  }
  return squares;
}

Bitboard bishop_rays(Square from, Bitboard occupied) {
  return ray(from, 1, 1, occupied) | ray(from, 1, -1, occupied) | ray(from, -1, 1, occupied) |
         ray(from, -1, -1, occupied);
}
Bitboard rook_rays(Square from, Bitboard occupied) {
  return ray(from, 1, 0, occupied) | ray(from, -1, 0, occupied) | ray(from, 0, 1, occupied) |
         ray(from, 0, -1, occupied);
}

TEST(ChessAttacks, OfSlidersEndAtTheFirstMan) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    const Bitboard occupied = i % 2 == 0 ? random.next() & random.next() : random.next();
    const Square from = static_cast<Square>(random.below(Board::kSquares));
    ASSERT_EQ(bishop_attacks(from, occupied), bishop_rays(from, occupied)) << int{from} << " " << occupied;
    ASSERT_EQ(rook_attacks(from, occupied), rook_rays(from, occupied)) << int{from} << " " << occupied;
  }
}

TEST(ChessAttacks, BetweenIsWhatTwoRaysShare) {
  for (Square a = 0; a < Board::kSquares; ++a) {
    for (Square b = 0; b < Board::kSquares; ++b) {
      Bitboard expected = 0;
      for (int rows = -1; rows <= 1; ++rows) {
        for (int columns = -1; columns <= 1; ++columns) {
          const Bitboard squares = rows == 0 && columns == 0 ? 0 : ray(a, rows, columns, bit(b));
          if (has(squares, b)) expected = squares & ~bit(b);
        }
      }
      ASSERT_EQ(between(a, b), expected) << int{a} << " " << int{b};
    }
  }
}

TEST(ChessAttacks, OfPawnsStayOnTheBoard) {
  EXPECT_EQ(pawn_attacks(Side::kWhite, bit(8) | bit(15)), bit(17) | bit(22));
  EXPECT_EQ(pawn_attacks(Side::kBlack, bit(48) | bit(55)), bit(41) | bit(46));
}

TEST(ChessAttacks, OfKingAndKnightInTheCornerAndTheMiddle) {
  EXPECT_EQ(count(kKingAttacks[0]), 3);
  EXPECT_EQ(count(kKingAttacks[27]), 8);
  EXPECT_EQ(count(kKnightAttacks[0]), 2);
  EXPECT_EQ(count(kKnightAttacks[27]), 8);
}

}  // namespace tabiya::chess::chess_attacks_test
