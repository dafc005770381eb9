// The legal moves of chess.
#pragma once

#include <cstdint>

#include "core/board/bitboard.h"
#include "core/games/chess/position.h"
#include "core/search/game.h"

namespace tabiya::chess {

enum class MoveClass : std::uint8_t {
  kCaptures,  // and promotions
  kQuiets,    // all others
  kChecks,    // quiet moves of a man to where it attacks the enemy king
  kCalm,      // the other quiet moves, some of which uncover a check
  kAll
};

// Appends the legal moves of a class that men on the squares `movers` of the side to move have, in a fixed
// order.
void append_moves(const Position& position, MoveClass which, Bitboard movers, MoveList<Move>& moves);

// True if the king of the side to move is attacked.
inline bool in_check(const Position& position) { return position.checkers() != 0; }

// True if the move is legal in `position`; it may come from any other position.
bool is_legal(const Position& position, Move move);

bool has_legal_move(const Position& position);

// True if the side to move may capture a pawn that has just passed a square, whatever passed_square() says.
bool can_capture_en_passant(const Position& position, Square passed);

}  // namespace tabiya::chess
