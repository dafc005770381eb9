#include "core/games/zero_point_one/trainable.h"

#include <array>

#include "core/learn/self_play.h"

namespace tabiya::zero_point_one {
namespace {

static_assert(TrainableGame<Trainable>);

constexpr auto kTransposed = [] {
  constexpr int kTranspose = 4;
  constexpr Triangle<Board> triangle;
  std::array<Feature, kFeatures> features{};
  for (int feature = 0; feature < kFeatures; ++feature) features[feature] = static_cast<Feature>(feature);
  for (int diagonal = 0; diagonal < Triangle<Board>::kHalf; ++diagonal) {
    const int first = triangle.index(Board::square(diagonal, diagonal)) * kFeaturesPerWazirSquare;
    for (int i = 0; i < kBoardFeatures; ++i) {
      const auto square = static_cast<Square>(i % Board::kSquares);
      features[first + i] =
          static_cast<Feature>(first + i - square + apply_symmetry<Board>(kTranspose, square));
    }
  }
  return features;
}();

}  // namespace

Feature Trainable::turned(int turn, Feature feature) { return turn == 0 ? feature : kTransposed[feature]; }

Score Trainable::material(Feature feature) {
  constexpr Score kHalfPiece = 500;
  constexpr int kOwn = kHandKinds * Board::kSquares, kForeign = (kHandKinds + kHandKinds) * Board::kSquares;
  const int i = feature % kFeaturesPerWazirSquare;
  if (i < kOwn) return kHalfPiece;
  if (i < kForeign) return -kHalfPiece;
  if (i < kBoardFeatures) return 0;
  return i < kBoardFeatures + kHandFeatures ? kHalfPiece : -kHalfPiece;
}

}  // namespace tabiya::zero_point_one
