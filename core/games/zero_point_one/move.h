// A move after the setup phase: a jump (captures included) or a drop.
#pragma once

#include <cstdint>

#include "core/games/zero_point_one/pieces.h"

namespace tabiya::zero_point_one {

// 13 bits: target, origin (or the kind dropped), and a flag for drops. Move{} is no move.
class Move {
 public:
  constexpr Move() = default;
  static constexpr Move jump(Square from, Square to) {
    return Move(static_cast<std::uint16_t>(from << kOriginShift | to));
  }
  static constexpr Move drop(Kind kind, Square to) {
    return Move(static_cast<std::uint16_t>(kDropFlag | index(kind) << kOriginShift | to));
  }

  constexpr std::uint16_t bits() const { return bits_; }
  static constexpr Move from_bits(std::uint16_t bits) { return Move(bits); }

  constexpr bool is_none() const { return bits_ == 0; }
  constexpr bool is_drop() const { return bits_ & kDropFlag; }
  constexpr Square to() const { return bits_ & kSquareMask; }
  constexpr Square from() const { return (bits_ >> kOriginShift) & kSquareMask; }  // of a jump
  constexpr Kind kind() const {
    return static_cast<Kind>((bits_ >> kOriginShift) & kSquareMask);
  }  // of a drop

  friend constexpr bool operator==(Move, Move) = default;

 private:
  static constexpr int kOriginShift = 6;
  static constexpr std::uint16_t kSquareMask = 63;
  static constexpr std::uint16_t kDropFlag = 1 << 12;

  explicit constexpr Move(std::uint16_t bits) : bits_(bits) {}

  std::uint16_t bits_ = 0;
};

}  // namespace tabiya::zero_point_one
