#include "core/games/ard_ri/trainable.h"

#include "core/learn/learning_of.h"

namespace tabiya::ard_ri {
namespace {

static_assert(TrainableGame<Trainable>);

// The square of the triangle that has this number.
Square triangle_square(int number) {
  constexpr Triangle<Board> triangle;
  Square square = 0;
  while (triangle.index(square) != number || triangle.symmetry(square) != 0) ++square;
  return square;
}

}  // namespace

WeightedEvaluation<Features> Trainable::built_in() {
  static const FeatureWeights kMaterial = material_of<Trainable>();
  return WeightedEvaluation<Features>(kMaterial);
}

Feature Trainable::turned(int turn, Feature feature) {
  const Square king = triangle_square(feature / kSharedFeatures);
  if (apply_symmetry<Board>(turn, king) != king) return feature;
  const auto square = static_cast<Square>(feature % Board::kSquares);
  return static_cast<Feature>(feature - square + apply_symmetry<Board>(turn, square));
}

Score Trainable::material(Feature feature) {
  constexpr Score kHalfMan = 500, kMenOfKing = 8;
  const int piece = feature % kSharedFeatures / Board::kSquares;
  const int owner = piece % PieceSquare::kPieces == PieceSquare::kAttacker ? 1 : 0;
  const Score worth = piece % PieceSquare::kPieces == PieceSquare::kKing ? kMenOfKing * kHalfMan : kHalfMan;
  return piece / PieceSquare::kPieces == owner ? worth : -worth;
}

}  // namespace tabiya::ard_ri
