// 0.1 as a trainable game (core/learn/self_play.h), and its training records.
#pragma once

#include "codec/bits.h"
#include "codec/result.h"
#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/features.h"
#include "core/games/zero_point_one/game.h"
#include "core/games/zero_point_one/position.h"
#include "core/learn/training_record.h"

namespace tabiya::zero_point_one {

// A PositionCoder. It packs positions, which have all 32 pieces, for training records
// (core/learn/training_record.h), which have 26 bytes.
//
//   bits  what
//     64  which squares are occupied: bit i for square i (a1 … a8, b1 …)
//     32  the i-th of them is Blue's
//     64  their kinds, each as a prefix code (codec/prefix.h), one after another; at most 60 bits
//     14  what Red holds: 5 bits for the alfils, 4 for the dabbabas, 3 for the ferzes, 2 for the knights; all
//         other pieces of the game are held by Blue
//
// The ply says whose turn it is. How many plies the position has stood without a capture or drop is not kept.
struct Coder {
  using Position = zero_point_one::Position;
  static constexpr std::size_t kPositionBits = 174;

  static void put(const Position& position, codec::BitWriter& writer);
  static Result<Position> get(codec::BitReader& reader, int ply);
};

struct Trainable {
  using Rules = zero_point_one::Rules;
  using Features = zero_point_one::Features;
  using Coder = zero_point_one::Coder;
  static constexpr int kSharedFeatures = kFeaturesPerWazirSquare;
  static constexpr int kTurns = 2;

  static int ply(const Position& position) { return position.ply(); }
  static LinearEvaluation built_in() { return {}; }

  // A board with the own wazir on the diagonal of the triangle of wazir squares looks the same transposed:
  // the feature that the piece has then. The feature itself where the wazir stands elsewhere, or for hands.
  static Feature turned(int turn, Feature feature);
  // Wazirs count nothing.
  static Score material(Feature feature);
};

}  // namespace tabiya::zero_point_one
