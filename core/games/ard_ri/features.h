// The features of Ard Rì that networks and linear models know.
//
// Both sides see the board by where the king stands: it is turned by the first symmetry that brings the king
// into the triangle of ten squares. For each of the ten, each side has features of its own: a man of the
// defenders, a man of the attackers, or the king, on a square.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/board/symmetry.h"
#include "core/eval/features.h"
#include "core/games/ard_ri/rules.h"

namespace tabiya::ard_ri {

// A piece on a square.
struct PieceSquare {
  enum Piece : std::uint8_t { kDefender, kAttacker, kKing };
  static constexpr int kPieces = 3;

  Piece piece;
  Square square;
};

// The FeatureSet of Ard Rì (core/eval/features.h). A king bucket is the king's square.
struct Features {
  using Position = ard_ri::Position;
  using Move = ard_ri::Move;
  using PieceSquare = ard_ri::PieceSquare;
  using Change = FeatureChange<PieceSquare, 4>;  // one that moves, three that are captured
  struct Board {
    std::array<Bitboard, 2> men{};
    bool has_king = false;  // on the square of the bucket
  };

  static constexpr int kSquares = ard_ri::Board::kSquares;
  static constexpr int kFeaturesPerKingSquare = 2 * PieceSquare::kPieces * kSquares;
  static constexpr int kFeatures = Triangle<ard_ri::Board>::kSize * kFeaturesPerKingSquare;
  static constexpr int kKingBuckets = kSquares;
  static constexpr int kMostChanged = 4;

  static int side_to_move(const Position& position) { return index(position.side_to_move()); }
  static bool has_king_bucket(const Position& position, int) { return position.king() != kNoSquare; }
  static int king_bucket(const Position& position, int) { return position.king(); }
  // Without a king the defenders have lost.
  static std::optional<Score> value_without_king(const Position& position);
  static Feature feature(int side, int bucket, const PieceSquare& piece_square);
  static Change change(const Position& before, Move move);
  template <class Rows>
  static void update(const Position& position, int side, Board& board, Rows& rows);
};

template <class Rows>
void Features::update(const Position& position, int, Board& board, Rows& rows) {
  for (const Side side : {Side::kDefenders, Side::kAttackers}) {
    const auto piece = side == Side::kDefenders ? PieceSquare::kDefender : PieceSquare::kAttacker;
    Bitboard& known = board.men[index(side)];
    const Bitboard now = position.men(side);
    for (Bitboard gone = known & ~now; gone != 0;) rows.remove({piece, pop_lowest(gone)});
    for (Bitboard come = now & ~known; come != 0;) rows.add({piece, pop_lowest(come)});
    known = now;
  }
  if (!board.has_king) rows.add({PieceSquare::kKing, position.king()});
  board.has_king = true;
}

}  // namespace tabiya::ard_ri
