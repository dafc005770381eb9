// Squares of a rectangular board with at most 64 of them, index = row * columns + column, and sets of
// squares: bit s stands for the square with index s.
#pragma once

#include <bit>
#include <cstdint>

namespace tabiya {

using Square = std::uint8_t;

template <int kRowCount, int kColumnCount>
struct Geometry {
  static_assert(kRowCount > 0 && kColumnCount > 0 && kRowCount * kColumnCount <= 64);
  static constexpr int kRows = kRowCount;
  static constexpr int kColumns = kColumnCount;
  static constexpr int kSquares = kRows * kColumns;

  static constexpr int row(Square square) { return square / kColumns; }
  static constexpr int column(Square square) { return square % kColumns; }
  static constexpr bool contains(int row, int column) {
    return row >= 0 && row < kRows && column >= 0 && column < kColumns;
  }
  static constexpr Square square(int row, int column) { return static_cast<Square>(row * kColumns + column); }
};

using Bitboard = std::uint64_t;

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
constexpr bool has(Bitboard set, Square square) { return (set >> square) & 1; }
constexpr int count(Bitboard set) { return std::popcount(set); }

// The square with the smallest index. `set` is not empty.
constexpr Square lowest(Bitboard set) { return static_cast<Square>(std::countr_zero(set)); }

// Takes the square with the smallest index out of `set`, which is not empty.
constexpr Square pop_lowest(Bitboard& set) {
  const Square square = lowest(set);
  set &= set - 1;
  return square;
}

}  // namespace tabiya
