#include "core/games/ard_ri/learnt.h"

#include "core/learn/learning_of.h"

namespace tabiya::ard_ri {
namespace {

static_assert(LearntGame<Learnt>);

// The square of the triangle that has this number.
Square triangle_square(int number) {
  constexpr Triangle<Board> kTriangle;
  Square square = 0;
  while (kTriangle.index(square) != number || kTriangle.symmetry(square) != 0) ++square;
  return square;
}

}  // namespace

WeightedEvaluation<Features> Learnt::built_in() {
  static const FeatureWeights kMaterial = material_of<Learnt>();
  return WeightedEvaluation<Features>(kMaterial);
}

Feature Learnt::turned(int turn, Feature feature) {
  const Square king = triangle_square(feature / kSharedFeatures);
  if (apply_symmetry<Board>(turn, king) != king) return feature;
  const auto square = static_cast<Square>(feature % Board::kSquares);
  return static_cast<Feature>(feature - square + apply_symmetry<Board>(turn, square));
}

Score Learnt::material(Feature feature) {
  constexpr Score kHalfMan = 500, kMenOfKing = 8;
  const int piece = feature % kSharedFeatures / Board::kSquares;
  const int owner = piece % Placement::kPieces == Placement::kAttacker ? 1 : 0;
  const Score worth = piece % Placement::kPieces == Placement::kKing ? kMenOfKing * kHalfMan : kHalfMan;
  return piece / Placement::kPieces == owner ? worth : -worth;
}

}  // namespace tabiya::ard_ri
