// Move generation: legal moves by the kinds that a search asks for, and all of them by a separate, plain
// generator.
//
// Legal is everything that the rules allow: moving into attack, or leaving the wazir attacked, included.
// There are no legal moves in the setup phase (setups are placed, not moved), after a wazir was captured,
// or at the ply limit.
#pragma once

#include <cstdint>

#include "core/games/zero_point_one/position.h"
#include "core/search/game.h"

namespace tabiya::zero_point_one {

using Moves = MoveList<Move>;

// kDraw at the ply limit, kLoss if the wazir of the side to move was captured. The capture counts first.
Outcome outcome(const Position& position);

// The enemy wazir can be captured now. / The own wazir is attacked, and the opponent will have a ply left.
bool can_win(const Position& position);
bool in_check(const Position& position);

bool is_legal(const Position& position, Move move);

// Appends the legal moves of a kind. The captures and the quiet kinds hold each legal move once.
void generate(const Position& position, MoveKind move_kind, Moves& moves);

// Appends all legal moves.
void generate_all(const Position& position, Moves& moves);

// The number of legal moves, without listing them.
int count_moves(const Position& position);

// The number of move sequences of `depth` plies from `position`. In the setup phase a ply is a setup.
std::uint64_t perft(const Position& position, int depth);

}  // namespace tabiya::zero_point_one
