#include "core/games/zero_point_one/features.h"

namespace tabiya::zero_point_one {

FeatureList list_features(const Position& position, Side side) {
  FeatureList features;
  const Square wazir = position.wazir(side);
  for (Bitboard pieces = position.occupied() & ~bit(wazir); pieces != 0;) {
    const Square square = pop_lowest(pieces);
    const Piece piece = position.at(square);
    features.push_back(board_feature(wazir, piece.side() != side, piece.kind(), square));
  }
  for (Side owner : kBothSides) {
    for (int kind = 0; kind < kHandKinds; ++kind) {
      for (int i = 0; i < position.hand(owner)[kind]; ++i) {
        features.push_back(hand_feature(wazir, owner != side, static_cast<Kind>(kind), i));
      }
    }
  }
  return features;
}

}  // namespace tabiya::zero_point_one
