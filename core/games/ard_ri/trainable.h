// Ard Rì as a trainable game (core/learn/self_play.h).
#pragma once

#include "core/eval/weighted_evaluation.h"
#include "core/games/ard_ri/features.h"
#include "core/games/ard_ri/position_coder.h"
#include "core/games/ard_ri/rules.h"
#include "core/search/rules.h"

namespace tabiya::ard_ri {

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
