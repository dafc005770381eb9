// Sets of squares: bit s stands for the square with index s.
#pragma once

#include <bit>
#include <cstdint>

#include "core/board/geometry.h"

namespace tabiya {

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
