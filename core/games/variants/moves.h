// The legal moves of a position.
#pragma once

#include "core/games/variants/position.h"
#include "core/search/game.h"

namespace tabiya::variants {

// Appends them in an order that depends on nothing but the position. Those beyond the capacity of a list are
// left out: no game that people play has so many.
void append_legal_moves(const Position& position, MoveList<Move>& moves);

bool has_legal_move(const Position& position);
bool is_legal(const Position& position, Move move);  // of any Move

// True if the side to move has a royal piece that is attacked.
bool in_check(const Position& position);

}  // namespace tabiya::variants
