// The attacks of chessmen on a board with given occupied squares.
#pragma once

#include "core/board/bitboard.h"
#include "core/board/leaper.h"
#include "core/games/chess/position.h"

namespace tabiya::chess {

inline constexpr AttackTable<Board> kKnightAttacks = leaper_attacks<Board>({2, 1});
inline constexpr AttackTable<Board> kKingAttacks = [] {
  AttackTable<Board> attacks = leaper_attacks<Board>({1, 1});
  const AttackTable<Board> straight = leaper_attacks<Board>({1, 0});
  for (Square square = 0; square < Board::kSquares; ++square) attacks[square] |= straight[square];
  return attacks;
}();

// The squares up to and with the first occupied one in each direction.
Bitboard bishop_attacks(Square from, Bitboard occupied);
Bitboard rook_attacks(Square from, Bitboard occupied);

// The squares that pawns of a side attack.
Bitboard pawn_attacks(Side side, Bitboard pawns);

// The attacks of a man other than a pawn.
Bitboard attacks_of(Kind kind, Square from, Bitboard occupied);

// The men of both sides that attack a square when these squares are occupied.
Bitboard attackers_of(const Position& position, Square square, Bitboard occupied);

// The men of `side` that attack a square when these squares are occupied.
Bitboard attackers_of(const Position& position, Square square, Side side, Bitboard occupied);

// All squares that a bishop or a rook would attack on an empty board.
Bitboard bishop_lines(Square from);
Bitboard rook_lines(Square from);

// The squares strictly between two squares on one line; none if they are on no line.
Bitboard between(Square a, Square b);

}  // namespace tabiya::chess
