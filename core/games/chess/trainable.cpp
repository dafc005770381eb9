#include "core/games/chess/trainable.h"

#include <array>
#include <cstddef>

#include "core/learn/learning_of.h"

namespace tabiya::chess {
namespace {

static_assert(TrainableGame<Trainable>);

}  // namespace

WeightedEvaluation<Features> Trainable::built_in() {
  static const FeatureWeights kMaterial = material_of<Trainable>();
  return WeightedEvaluation<Features>(kMaterial);
}

Score Trainable::material(Feature feature) {
  constexpr Score kHalfPawn = 1'500;  // each man is seen by both sides
  constexpr std::array<Score, kKinds.size()> kPawns{1, 3, 3, 5, 9, 0};
  const int piece = feature % kSharedFeatures / Features::kSquares;
  const bool is_own = piece < Features::kOwnKinds;
  const int kind = is_own ? piece : piece - Features::kOwnKinds;
  const Score worth = kHalfPawn * kPawns[static_cast<std::size_t>(kind)];
  return is_own ? worth : -worth;
}

}  // namespace tabiya::chess
