// Chess as a trainable game (core/learn/self_play.h).
#pragma once

#include "core/eval/weighted_evaluation.h"
#include "core/games/chess/features.h"
#include "core/games/chess/position_coder.h"
#include "core/games/chess/rules.h"

namespace tabiya::chess {

struct Trainable {
  using Rules = chess::Rules;
  using Features = chess::Features;
  using Coder = chess::Coder;
  static constexpr int kSharedFeatures = Features::kFeaturesPerKingSquare;
  static constexpr int kTurns = 1;
  static constexpr int kRepetitionsThatDraw = 3;

  static int ply(const Position& position) { return ply_of(position); }
  // The material.
  static WeightedEvaluation<Features> built_in();

  // No symmetry is left.
  static Feature turned(int, Feature feature) { return feature; }
  // The material as every beginner learns it: three pawns for a knight or bishop, five for a rook, nine for a
  // queen.
  static Score material(Feature feature);
};

}  // namespace tabiya::chess
