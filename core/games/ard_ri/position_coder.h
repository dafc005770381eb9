// Packs the positions of Ard Rì for training records (core/learn/training_record.h), which have 18 bytes.
//
//   bits  what
//     49  where the defenders' men stand: bit i for square i (a1 … g1, a2 …)
//     49  where the attackers' men stand
//      6  the king's square
//      1  whether the attackers are to move
//      5  zero
//
// The number of plies that the position has stood without a capture is not kept.
#pragma once

#include "codec/bits.h"
#include "codec/result.h"
#include "core/games/ard_ri/rules.h"
#include "core/learn/training_record.h"

namespace tabiya::ard_ri {

// A PositionCoder.
struct Coder {
  using Position = ard_ri::Position;
  static constexpr std::size_t kPositionBits = 110;

  static void put(const Position& position, codec::BitWriter& writer);
  static Result<Position> get(codec::BitReader& reader, int ply);
};

}  // namespace tabiya::ard_ri
