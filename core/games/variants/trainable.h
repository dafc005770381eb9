// Games from files as trainable games (core/learn/self_play.h).
#pragma once

#include <cstddef>

#include "core/games/variants/evaluation.h"
#include "core/games/variants/features.h"
#include "core/games/variants/position_coder.h"
#include "core/games/variants/rules.h"
#include "core/games/variants/setups.h"

namespace tabiya::variants {

struct Trainable {
  using Rules = variants::Rules;
  using Features = variants::Features;
  using Coder = variants::Coder;
  static constexpr int kTurns = 1;
  // Whatever the rules say of repetitions, self-play ends there.
  static constexpr int kRepetitionsThatDraw = 3;
  static constexpr int kMostPlies = 400;

  PlacedSetups placed;  // its start, with setups or not

  const Tables& tables() const { return placed.start.tables(); }
  std::size_t features() const { return tables().layout->count(); }
  std::size_t shared_features() const { return tables().layout->per_bucket(); }
  Coder coder() const { return {&tables()}; }
  const PlacedSetups* setups() const { return tables().setups == nullptr ? nullptr : &placed; }
  Position start() const { return placed.start; }

  static int ply(const Position& position) { return ply_of(position); }
  MenEvaluation built_in() const { return MenEvaluation(tables().variant.fingerprint); }
  static Feature turned(int, Feature feature) { return feature; }
  // The material is half of what MenEvaluation says: each man is seen by both sides.
  Score material(Feature feature) const;
};

}  // namespace tabiya::variants
