#include "core/games/zero_point_one/features.h"

namespace tabiya::zero_point_one {

static_assert(FeatureSet<Features>);

// GCC computes it when it compiles. clang does so when the program starts, which keeps it out of what browsers load.
const FeaturesOfPieces kFeaturesOfPieces = [] {
  FeaturesOfPieces features{};
  for (Square wazir = 0; wazir < Board::kSquares; ++wazir) {
    for (const Side owner : kBothSides) {
      const bool foreign = owner == Side::kBlue;  // as Red sees it
      const auto enter = [&](PieceSquare piece, Feature feature) {
        features[wazir][piece.seen_by(0)] = feature;
      };
      for (const Kind kind : kAllKinds) {
        if (!foreign && kind == Kind::kWazir) continue;  // which has no feature
        for (Square square = 0; square < Board::kSquares; ++square)
          enter(PieceSquare::on_board(owner, kind, square), board_feature(wazir, foreign, kind, square));
      }
      for (std::size_t kind = 0; kind < kHandKinds; ++kind) {
        const int end = kind + 1 < kHandKinds ? kHandOffsets[kind + 1] : kHandFeatures;
        for (int i = 0; i < end - kHandOffsets[kind]; ++i)
          enter(PieceSquare::in_hand(owner, static_cast<Kind>(kind), i),
                hand_feature(wazir, foreign, static_cast<Kind>(kind), i));
      }
    }
  }
  return features;
}();

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
    change.remove(PieceSquare::in_hand(us, move.kind(), held - 1));
    change.add(PieceSquare::on_board(us, move.kind(), move.to()));
    return change;
  }
  const Kind kind = before.at(move.from()).kind();
  change.king_bucket_changed[index(us)] = kind == Kind::kWazir;
  change.remove(PieceSquare::on_board(us, kind, move.from()));
  change.add(PieceSquare::on_board(us, kind, move.to()));
  if (const Piece captured = before.at(move.to()); !captured.is_none()) {
    change.remove(PieceSquare::on_board(captured.side(), captured.kind(), move.to()));
    if (captured.kind() != Kind::kWazir) {
      change.add(PieceSquare::in_hand(us, captured.kind(), before.hand(us)[index(captured.kind())]));
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
