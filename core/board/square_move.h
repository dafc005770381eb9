// A move from one square to another, for games that have no other kind.
#pragma once

#include <cstdint>

#include "core/board/bitboard.h"

namespace tabiya {

// 13 bits. SquareMove{} is no move.
class SquareMove {
 public:
  constexpr SquareMove() = default;
  constexpr SquareMove(Square from, Square to)
      : bits_(static_cast<std::uint16_t>(kSome | from << kFromShift | to)) {}

  constexpr std::uint16_t bits() const { return bits_; }
  static constexpr SquareMove from_bits(std::uint16_t bits) {
    SquareMove move;
    move.bits_ = bits;
    return move;
  }

  constexpr bool is_none() const { return bits_ == 0; }
  constexpr Square from() const { return bits_ >> kFromShift & kSquareMask; }
  constexpr Square to() const { return bits_ & kSquareMask; }

  friend constexpr bool operator==(SquareMove, SquareMove) = default;

 private:
  static constexpr int kFromShift = 6;
  static constexpr std::uint16_t kSquareMask = 63;
  static constexpr std::uint16_t kSome = 1 << 12;

  std::uint16_t bits_ = 0;
};

}  // namespace tabiya
