// The features of chess that networks and linear models know.
//
// A side sees the board from its own first row, and by where its king stands: a board with the king on the
// files e to h is reflected, which leaves 32 squares for the king. For each of them, each man but the own
// king has a feature of its own: one of the five other own kinds, or of the six foreign ones, on a square.
// With 32 men, 31 features are active.
//
// Weights taper (core/eval/features.h): what is left of the middlegame is counted by the men that are left.
#pragma once

#include <array>
#include <optional>

#include "core/eval/features.h"
#include "core/games/chess/position.h"

namespace tabiya::chess {

// A man on a square.
struct PieceSquare {
  Side owner;
  Kind kind;
  Square square;
};

// The FeatureSet of chess (core/eval/features.h). A king bucket is the king's square, seen from its own first
// row.
struct Features {
  using Position = chess::Position;
  using Move = chess::Move;
  using PieceSquare = chess::PieceSquare;
  using Change = FeatureChange<PieceSquare, 2>;  // castling moves two men; others move one and capture one
  struct Board {
    std::array<std::array<Bitboard, kKinds.size()>, 2> men{};  // but the own king
  };

  static constexpr int kSquares = chess::Board::kSquares;
  static constexpr int kOwnKinds = kKinds.size() - 1;  // without the king, the last
  static constexpr int kFeaturesPerKingSquare = (kOwnKinds + static_cast<int>(kKinds.size())) * kSquares;
  static constexpr int kKingSquares = kSquares / 2;
  static constexpr int kFeatures = kKingSquares * kFeaturesPerKingSquare;
  static constexpr int kKingBuckets = kSquares;
  static constexpr int kMostChanged = 2;

  static int side_to_move(const Position& position) { return index(position.side_to_move()); }
  static bool has_king_bucket(const Position& position, int side) {
    return position.men(kSides[static_cast<std::size_t>(side)], Kind::kKing) != 0;
  }
  static int king_bucket(const Position& position, int side) {
    return seen_by(side, position.king(kSides[static_cast<std::size_t>(side)]));
  }
  // Both kings are there when moves are made.
  static std::optional<Score> value_without_king(const Position&) { return std::nullopt; }
  static Feature feature(int side, int bucket, const PieceSquare& piece_square);
  static Change change(const Position& before, Move move);
  template <class Rows>
  static void update(const Position& position, int side, Board& board, Rows& rows);

  // 1 for a knight or bishop, 2 for a rook, 4 for a queen: what both sides begin with is the whole
  // middlegame. (Fruit's measure; F. Letouzey, 2004.)
  static int phase(const Position& position);

 private:
  // The square as the side sees it, from its first row on.
  static constexpr int seen_by(int side, Square square) {
    return side == index(Side::kWhite) ? square : square ^ (kSquares - chess::Board::kColumns);
  }
};

inline Feature Features::feature(int side, int bucket, const PieceSquare& piece_square) {
  constexpr int kReflected = chess::Board::kColumns - 1, kHalf = chess::Board::kColumns / 2;
  const int row = bucket / chess::Board::kColumns, column = bucket % chess::Board::kColumns;
  const int turn = column < kHalf ? 0 : kReflected;
  const int king = row * kHalf + (column ^ turn);
  const int kind = static_cast<int>(index(piece_square.kind));
  const int piece = index(piece_square.owner) == side ? kind : kOwnKinds + kind;
  const int square = seen_by(side, piece_square.square) ^ turn;
  return static_cast<Feature>(king * kFeaturesPerKingSquare + piece * kSquares + square);
}

template <class Rows>
void Features::update(const Position& position, int side, Board& board, Rows& rows) {
  const Bitboard left_out = bit(position.king(kSides[static_cast<std::size_t>(side)]));
  for (const Side owner : kSides) {
    for (const Kind kind : kKinds) {
      Bitboard& known = board.men[static_cast<std::size_t>(index(owner))][index(kind)];
      const Bitboard now = position.men(owner, kind) & ~left_out;
      for (Bitboard gone = known & ~now; gone != 0;) rows.remove({owner, kind, pop_lowest(gone)});
      for (Bitboard come = now & ~known; come != 0;) rows.add({owner, kind, pop_lowest(come)});
      known = now;
    }
  }
}

}  // namespace tabiya::chess
