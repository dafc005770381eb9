// 0.1 as a trainable game (core/learn/self_play.h).
#pragma once

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/features.h"
#include "core/games/zero_point_one/game.h"
#include "core/games/zero_point_one/position_coder.h"

namespace tabiya::zero_point_one {

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
