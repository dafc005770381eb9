// Ard Rì as a trainable game (core/learn/self_play.h), and its training records.
#pragma once

#include "codec/bits.h"
#include "codec/result.h"
#include "core/eval/weighted_evaluation.h"
#include "core/games/ard_ri/features.h"
#include "core/games/ard_ri/rules.h"
#include "core/learn/training_record.h"
#include "core/search/rules.h"

namespace tabiya::ard_ri {

// A PositionCoder. It packs positions for training records (core/learn/training_record.h), which have 18 bytes.
//
//   bits  what
//     49  where the defenders' men stand: bit i for square i (a1 … g1, a2 …)
//     49  where the attackers' men stand
//      6  the king's square
//      1  whether the attackers are to move
//      5  zero
//
// The number of plies that the position has stood without a capture is not kept.
struct Coder {
  using Position = ard_ri::Position;
  static constexpr std::size_t kPositionBits = 110;

  static void put(const Position& position, codec::BitWriter& writer);
  static Result<Position> get(codec::BitReader& reader, int ply);
};

struct Trainable {
  using Rules = ard_ri::Rules;
  using Features = ard_ri::Features;
  using Coder = ard_ri::Coder;
  static constexpr int kSharedFeatures = Features::kFeaturesPerKingSquare;
  static constexpr int kTurns = kSymmetries;
  static constexpr int kRepetitionsThatDraw = kRepetitionLimit;

  static int ply(const Position& position) { return position.ply(); }
  static Position start() { return Position::start(); }
  // The material.
  static WeightedEvaluation<Features> built_in();

  // A symmetry of the board, where it leaves the king of a feature on its square of the triangle; the feature
  // itself if it does not.
  static Feature turned(int turn, Feature feature);
  // The king counts as eight men, so that the game begins even.
  static Score material(Feature feature);
};

}  // namespace tabiya::ard_ri
