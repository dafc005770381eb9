// The features of games from files that networks and linear models know: feature_layout.h numbers them.
//
// Weights taper by the men that are left. Positions without exactly one king of each side, in games with kings, or
// with more men than a network can see are worth what MenEvaluation says.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "core/eval/features.h"
#include "core/games/variants/feature_layout.h"
#include "core/games/variants/position.h"

namespace tabiya::variants {

// A man on a square, or in hand.
struct PieceSquare {
  const FeatureLayout* layout;
  std::uint8_t owner;
  Kind kind;
  bool is_in_hand;
  std::uint8_t place;  // the square; in hand: which of the kind it is, from 0
};

// The FeatureSet of games from files (core/eval/features.h). A king bucket is the king's square as it sees it.
struct Features {
  using Position = variants::Position;
  using Move = variants::Move;
  using PieceSquare = variants::PieceSquare;
  using Change = FeatureChange<PieceSquare, 2>;
  struct Board {
    BySide<std::array<Bitboard, kMostKinds>> men{};  // but the own king
    BySide<std::array<std::uint8_t, kMostKinds>> held{};
  };

  static constexpr int kFeatures = kMaxNetworkFeatures;  // at most
  static constexpr int kKingBuckets = variants::Board::kSquares;
  static constexpr int kMostChanged =
      2;  // castling moves two men; a capture takes one, and may give one to the hand

  static int side_to_move(const Position& position) { return position.side_to_move(); }
  static std::optional<Score> value_without_king(const Position& position);
  static bool has_king_bucket(const Position& position, int side);
  static int king_bucket(const Position& position, int side) {
    const FeatureLayout& layout = *position.tables().layout;
    return layout.king() != kNoKind ? layout.seen_by(side, lowest(kings(position, side))) : 0;
  }
  static Feature feature(int side, int bucket, const PieceSquare& piece) {
    if (piece.is_in_hand) return piece.layout->in_hand(side, bucket, piece.owner, piece.kind, piece.place);
    return piece.layout->on_board(side, bucket, piece.owner, piece.kind, piece.place);
  }
  static Change change(const Position& before, Move move);
  template <class Rows>
  static void update(const Position& position, int side, Board& board, Rows& rows);
  static int phase(const Position& position);

 private:
  static Bitboard kings(const Position& position, int side) {
    return position.men(side, position.tables().layout->king());
  }
};

template <class Rows>
void Features::update(const Position& position, int side, Board& board, Rows& rows) {
  const Tables& tables = position.tables();
  const FeatureLayout& layout = *tables.layout;
  const Bitboard left_out = layout.king() != kNoKind ? kings(position, side) : 0;
  for (const auto owner : {std::uint8_t{0}, std::uint8_t{1}}) {
    for (Kind kind = 0; kind < tables.kinds.size(); ++kind) {
      Bitboard& known = board.men[owner][kind];
      const Bitboard now = position.men(owner, kind) & ~left_out;
      for (Bitboard gone = known & ~now; gone != 0;)
        rows.remove({&layout, owner, kind, false, pop_lowest(gone)});
      for (Bitboard come = now & ~known; come != 0;)
        rows.add({&layout, owner, kind, false, pop_lowest(come)});
      known = now;
      std::uint8_t& held = board.held[owner][kind];
      const int counted = std::min(position.in_hand(owner, kind), layout.hand_levels());
      while (held > counted) rows.remove({&layout, owner, kind, true, --held});
      while (held < counted) rows.add({&layout, owner, kind, true, held++});
    }
  }
}

}  // namespace tabiya::variants
