// The eight symmetries of a square board, and the triangle of squares that represents all others.
#pragma once

#include <array>
#include <cstdint>

#include "core/board/bitboard.h"

namespace tabiya {

inline constexpr int kSymmetries = 8;

// Symmetry number flip_columns + 2 * flip_rows + 4 * transpose, the flips done before the transposition.
template <class Board>
constexpr Square apply_symmetry(int symmetry, Square square) {
  static_assert(Board::kRows == Board::kColumns);
  int row = Board::row(square);
  int column = Board::column(square);
  if (symmetry & 1) column = Board::kColumns - 1 - column;
  if (symmetry & 2) row = Board::kRows - 1 - row;
  return symmetry & 4 ? Board::square(column, row) : Board::square(row, column);
}

// Takes back what a symmetry does. A transposition exchanges the flips that come before it.
constexpr int inverse_symmetry(int symmetry) {
  const int flips = symmetry & 3;
  return symmetry & 4 ? 4 | flips >> 1 | (flips & 1) << 1 : symmetry;
}

// The triangle of squares with row <= column in the first quarter of the board: every square is mapped into
// it by some symmetry.
template <class Board>
class Triangle {
 public:
  static constexpr int kHalf = (Board::kRows + 1) / 2;
  static constexpr int kSize = kHalf * (kHalf + 1) / 2;

  constexpr Triangle() {
    std::array<std::uint8_t, Board::kSquares> number{};
    int next = 0;
    for (int row = 0; row < kHalf; ++row) {
      for (int column = row; column < kHalf; ++column) {
        number[Board::square(row, column)] = static_cast<std::uint8_t>(next++);
      }
    }
    for (Square square = 0; square < Board::kSquares; ++square) {
      int symmetry = 0;
      while (!in_triangle(apply_symmetry<Board>(symmetry, square))) ++symmetry;
      symmetry_[square] = static_cast<std::uint8_t>(symmetry);
      index_[square] = number[apply_symmetry<Board>(symmetry, square)];
    }
  }

  // The first symmetry that maps `square` into the triangle.
  constexpr int symmetry(Square square) const { return symmetry_[square]; }
  // The number (0 … kSize - 1, row by row) of the square of the triangle that `square` is mapped to.
  constexpr int index(Square square) const { return index_[square]; }

 private:
  static constexpr bool in_triangle(Square square) {
    return Board::row(square) <= Board::column(square) && Board::column(square) < kHalf;
  }

  std::array<std::uint8_t, Board::kSquares> symmetry_{};
  std::array<std::uint8_t, Board::kSquares> index_{};
};

}  // namespace tabiya
