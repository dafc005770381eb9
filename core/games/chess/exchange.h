// Exchanges: what comes of a capture if both sides go on capturing on its square.
#pragma once

#include "core/games/chess/position.h"

namespace tabiya::chess {

// True if a legal move loses more than `tolerance` pawns when both sides capture on its square with their
// least man as long as that pays, or stop. Men count 1, 3, 3, 5 and 9 pawns; pins are not looked at.
// Promotions and castling never lose.
bool loses_exchange(const Position& position, Move move, int tolerance = 0);

}  // namespace tabiya::chess
