// Packs the positions of 0.1 for training records (core/learn/training_record.h), which have 26 bytes.
//
//   bits  what
//     64  which squares are occupied: bit i for square i (a1 … a8, b1 …)
//     32  the i-th of them is Blue's
//     64  their kinds, each as a prefix code (codec/prefix.h), one after another; at most 60 bits
//     14  what Red holds: 5 bits for the alfils, 4 for the dabbabas, 3 for the ferzes, 2 for the knights; all
//         other pieces of the game are held by Blue
//
// The ply says whose turn it is. How many plies the position has stood without a capture or drop is not kept.
#pragma once

#include "codec/bits.h"
#include "codec/result.h"
#include "core/games/zero_point_one/position.h"
#include "core/learn/training_record.h"

namespace tabiya::zero_point_one {

// A PositionCoder. A position of a game has all 32 pieces.
struct Coder {
  using Position = zero_point_one::Position;
  static constexpr std::size_t kPositionBits = 174;

  static void put(const Position& position, codec::BitWriter& writer);
  static Result<Position> get(codec::BitReader& reader, int ply);
};

}  // namespace tabiya::zero_point_one
