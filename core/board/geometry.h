// Squares of a rectangular board with at most 64 of them: index = row * columns + column.
#pragma once

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

}  // namespace tabiya
