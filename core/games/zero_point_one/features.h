// The features of 0.1 that its networks know: the published ones.
//
// A side sees the board by where its own wazir stands: the board is turned by the first symmetry that brings
// the wazir into the triangle of ten squares, and each of the ten has features of its own: a piece of a kind,
// own or foreign, on a square; and the first, second, … piece of a kind in a hand, own or foreign. The own
// wazir has no feature. With 32 pieces in the game, 31 features are active.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/board/symmetry.h"
#include "core/eval/features.h"
#include "core/games/zero_point_one/pieces.h"
#include "core/games/zero_point_one/position.h"
#include "core/games/zero_point_one/setup.h"

namespace tabiya::zero_point_one {

// The features for one square of the triangle: own pieces but the wazir, and foreign ones.
inline constexpr int kBoardFeatures = (kHandKinds + kKinds) * Board::kSquares;
inline constexpr std::array<int, kHandKinds> kHandOffsets{0, 16, 24, 28};
inline constexpr int kHandFeatures = 30;  // of one hand: every piece of the game but the wazirs
inline constexpr int kFeaturesPerWazirSquare = kBoardFeatures + 2 * kHandFeatures;
inline constexpr int kFeatures = Triangle<Board>::kSize * kFeaturesPerWazirSquare;
static_assert(kFeatures == 6360);

// The parts of a feature that do not depend on the piece, for each square that the own wazir may stand on.
struct WazirBucket {
  Feature first;                                   // feature of its square of the triangle
  std::array<std::uint8_t, Board::kSquares> turn;  // where the symmetry takes each square
};
inline constexpr std::array<WazirBucket, Board::kSquares> kWazirBuckets = [] {
  constexpr Triangle<Board> kTriangle;
  std::array<WazirBucket, Board::kSquares> king_buckets{};
  for (Square wazir = 0; wazir < Board::kSquares; ++wazir) {
    king_buckets[wazir].first = static_cast<Feature>(kTriangle.index(wazir) * kFeaturesPerWazirSquare);
    for (Square square = 0; square < Board::kSquares; ++square) {
      king_buckets[wazir].turn[square] = apply_symmetry<Board>(kTriangle.symmetry(wazir), square);
    }
  }
  return king_buckets;
}();

// The feature of a piece on `square` for the side whose own wazir stands on `wazir`; `foreign` if the piece
// is the other side's. Not for the own wazir.
constexpr Feature board_feature(Square wazir, bool foreign, Kind kind, Square square) {
  const WazirBucket& king_bucket = kWazirBuckets[wazir];
  return static_cast<Feature>(king_bucket.first + (foreign * kHandKinds + index(kind)) * Board::kSquares +
                              king_bucket.turn[square]);
}

// The feature of the i-th (from 0) piece of a kind in a hand.
constexpr Feature hand_feature(Square wazir, bool foreign, Kind kind, int i) {
  return static_cast<Feature>(kWazirBuckets[wazir].first + kBoardFeatures + foreign * kHandFeatures +
                              kHandOffsets[index(kind)] + i);
}

// A piece on a square, or the `at`-th of its kind in a hand, as a number: what a side sees of it is one look into a table.
class PieceSquare {
 public:
  PieceSquare() {}  // indeterminate, for speed
  static constexpr PieceSquare on_board(Side owner, Kind kind, Square square) {
    return PieceSquare(owner, index(kind) * Board::kSquares + square);
  }
  static constexpr PieceSquare in_hand(Side owner, Kind kind, int at) {
    return PieceSquare(owner, kKinds * Board::kSquares + kHandOffsets[index(kind)] + at);
  }

  // Returns the number of the piece as `side` sees it: below kForeign if the piece is its own.
  constexpr std::size_t seen_by(int side) const { return code_ ^ static_cast<std::size_t>(side) * kForeign; }

  static constexpr std::size_t kForeign = 512;
  static_assert(kKinds * Board::kSquares + kHandFeatures <= kForeign);

 private:
  constexpr PieceSquare(Side owner, int piece)
      : code_(static_cast<std::uint16_t>(index(owner) * kForeign + static_cast<std::size_t>(piece))) {}

  std::uint16_t code_;
};

// The features of all piece squares, by the square of the own wazir and the number of the piece as its side sees it.
using FeaturesOfPieces = std::array<std::array<Feature, 2 * PieceSquare::kForeign>, Board::kSquares>;
extern const FeaturesOfPieces kFeaturesOfPieces;

// The FeatureSet of 0.1 (core/eval/features.h), with those of its setups (core/setup/network_oracle.h). A
// king bucket is the square of the own wazir, and in a setup its index.
struct Features {
  using Position = zero_point_one::Position;
  using Move = zero_point_one::Move;
  using PieceSquare = zero_point_one::PieceSquare;
  using Change = FeatureChange<PieceSquare, 2>;
  using Setup = zero_point_one::Setup;
  struct Board {
    std::array<Piece, zero_point_one::Board::kSquares> mailbox{};
    std::array<Bitboard, kSides> by_side{};
    std::array<Bitboard, kKinds> by_kind{};
    std::array<Hand, kSides> hands{};
  };

  // Quiescence searches do not ask the transposition table here, so a third of the positions that are
  // evaluated had been before.
  static constexpr bool kAreValuesWorthRemembering = true;

  static constexpr int kFeatures = zero_point_one::kFeatures;
  static constexpr int kKingBuckets = zero_point_one::Board::kSquares;
  static constexpr int kMostChanged = 2;
  static constexpr int kSetupKingBuckets = kSetupSize;

  static int side_to_move(const Position& position) { return index(position.side_to_move()); }
  static bool has_king_bucket(const Position& position, int side) {
    return position.has_wazir(static_cast<Side>(side));
  }
  static int king_bucket(const Position& position, int side) {
    return position.wazir(static_cast<Side>(side));
  }
  static std::optional<Score> value_without_king(const Position& position);
  static Feature feature(int side, int bucket, const PieceSquare& piece_square) {
    return kFeaturesOfPieces[static_cast<std::size_t>(bucket)][piece_square.seen_by(side)];
  }
  static Change change(const Position& before, Move move);
  template <class Rows>
  static void update(const Position& position, int side, Board& board, Rows& rows);

  static Setup unrank(int, SetupId id) { return zero_point_one::unrank(id); }
  static int setup_king_bucket(int, const Setup& setup) { return wazir_index(setup); }
  // King buckets are the same for both colours, and so are the features.
  static FeatureList own_features(int side, const Setup& setup);
  static FeatureList seen_features(int side, const Setup& setup, int bucket);
};

template <class Rows>
void Features::update(const Position& position, int side, Board& board, Rows& rows) {
  Bitboard changed = 0;
  const auto note = [&changed](Bitboard& known, Bitboard now) { changed |= std::exchange(known, now) ^ now; };
  for (const Side owner : kBothSides) note(board.by_side[index(owner)], position.pieces(owner));
  for (const Kind kind : kAllKinds) note(board.by_kind[index(kind)], position.pieces(kind));
  changed &= ~bit(position.wazir(static_cast<Side>(side)));
  while (changed != 0) {
    const Square square = pop_lowest(changed);
    const Piece now = position.at(square);
    const Piece known = std::exchange(board.mailbox[square], now);
    if (!known.is_none()) rows.remove(PieceSquare::on_board(known.side(), known.kind(), square));
    if (!now.is_none()) rows.add(PieceSquare::on_board(now.side(), now.kind(), square));
  }
  for (const Side owner : kBothSides) {
    Hand& hand = board.hands[index(owner)];
    if (hand == position.hand(owner)) continue;
    for (int i = 0; i < kHandKinds; ++i) {
      const auto kind = static_cast<Kind>(i);
      const std::uint8_t known = hand[i], now = position.hand(owner)[i];
      for (std::uint8_t at = now; at < known; ++at) rows.remove(PieceSquare::in_hand(owner, kind, at));
      for (std::uint8_t at = known; at < now; ++at) rows.add(PieceSquare::in_hand(owner, kind, at));
    }
    hand = position.hand(owner);
  }
}

}  // namespace tabiya::zero_point_one
