#include "core/games/zero_point_one/features.h"

namespace tabiya::zero_point_one {

static_assert(FeatureSet<Features>);

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

std::optional<Score> Features::value_without_king(const Position& position) {
  const Side mover = position.side_to_move();
  if (!position.has_wazir(mover)) return -kMaxEvaluation;
  if (!position.has_wazir(other(mover))) return kMaxEvaluation;
  return std::nullopt;
}

Features::Change Features::change(const Position& before, Move move) {
  Change change;
  if (move.is_none()) return change;
  const Side us = before.side_to_move();
  if (move.is_drop()) {
    const std::uint8_t held = before.hand(us)[index(move.kind())];
    change.remove({us, move.kind(), true, static_cast<std::uint8_t>(held - 1)});
    change.add({us, move.kind(), false, move.to()});
    return change;
  }
  const Kind kind = before.at(move.from()).kind();
  change.king_bucket_changed[index(us)] = kind == Kind::kWazir;
  change.remove({us, kind, false, move.from()});
  change.add({us, kind, false, move.to()});
  if (const Piece captured = before.at(move.to()); !captured.is_none()) {
    change.remove({captured.side(), captured.kind(), false, move.to()});
    if (captured.kind() != Kind::kWazir) {
      change.add({us, captured.kind(), true, before.hand(us)[index(captured.kind())]});
    }
  }
  return change;
}

FeatureList Features::own_features(int, const Setup& setup) {
  FeatureList features;
  const int wazir = wazir_index(setup);
  for (int i = 0; i < kSetupSize; ++i) {
    if (i == wazir) continue;
    features.push_back(
        board_feature(setup_square(Side::kRed, wazir), false, setup[i], setup_square(Side::kRed, i)));
  }
  return features;
}

FeatureList Features::seen_features(int, const Setup& setup, int bucket) {
  FeatureList features;
  for (int i = 0; i < kSetupSize; ++i) {
    features.push_back(
        board_feature(setup_square(Side::kBlue, bucket), true, setup[i], setup_square(Side::kRed, i)));
  }
  return features;
}

}  // namespace tabiya::zero_point_one
