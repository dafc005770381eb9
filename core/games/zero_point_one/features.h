// The features of 0.1 that its networks know: the published ones.
//
// A side sees the board by where its own wazir stands: the board is turned by the first symmetry that brings
// the wazir into the triangle of ten squares, and each of the ten has features of its own: a piece of a kind,
// own or foreign, on a square; and the first, second, … piece of a kind in a hand, own or foreign. The own
// wazir has no feature. With 32 pieces in the game, 31 features are active.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/board/symmetry.h"
#include "core/eval/network.h"
#include "core/games/zero_point_one/position.h"

namespace tabiya::zero_point_one {

using Feature = std::uint16_t;

// For one square of the triangle: own pieces but the wazir, and foreign ones.
inline constexpr int kBoardFeatures = (kHandKinds + kKinds) * Board::kSquares;
inline constexpr std::array<int, kHandKinds> kHandOffsets{0, 16, 24, 28};
inline constexpr int kHandFeatures = 30;  // of one hand: every piece of the game but the wazirs
inline constexpr int kFeaturesPerWazirSquare = kBoardFeatures + 2 * kHandFeatures;
inline constexpr int kFeatures = Triangle<Board>::kSize * kFeaturesPerWazirSquare;
static_assert(kFeatures == 6360);

// What does not depend on the piece, for each square that the own wazir may stand on.
struct WazirView {
  Feature first;                                   // feature of its square of the triangle
  std::array<std::uint8_t, Board::kSquares> turn;  // where the symmetry takes each square
};
inline constexpr std::array<WazirView, Board::kSquares> kWazirViews = [] {
  constexpr Triangle<Board> kTriangle;
  std::array<WazirView, Board::kSquares> views{};
  for (Square wazir = 0; wazir < Board::kSquares; ++wazir) {
    views[wazir].first = static_cast<Feature>(kTriangle.index(wazir) * kFeaturesPerWazirSquare);
    for (Square square = 0; square < Board::kSquares; ++square) {
      views[wazir].turn[square] = apply_symmetry<Board>(kTriangle.symmetry(wazir), square);
    }
  }
  return views;
}();

// The feature of a piece on `square` for the side whose own wazir stands on `wazir`; `foreign` if the piece
// is the other side's. Not for the own wazir.
constexpr Feature board_feature(Square wazir, bool foreign, Kind kind, Square square) {
  const WazirView& view = kWazirViews[wazir];
  return static_cast<Feature>(view.first + (foreign * kHandKinds + index(kind)) * Board::kSquares +
                              view.turn[square]);
}

// The feature of the i-th (from 0) piece of a kind in a hand.
constexpr Feature hand_feature(Square wazir, bool foreign, Kind kind, int i) {
  return static_cast<Feature>(kWazirViews[wazir].first + kBoardFeatures + foreign * kHandFeatures +
                              kHandOffsets[index(kind)] + i);
}

class FeatureList {
 public:
  void push_back(Feature feature) { features_[size_++] = feature; }
  operator std::span<const Feature>() const { return {features_.data(), size_}; }

 private:
  std::array<Feature, kMaxActiveFeatures> features_;
  std::size_t size_ = 0;
};

// All features of a position with at most the pieces of a game, as `side` sees it. It has its wazir.
FeatureList list_features(const Position& position, Side side);

}  // namespace tabiya::zero_point_one
