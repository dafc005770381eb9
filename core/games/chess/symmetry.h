// Positions that are the same but for who is called White and, where nobody may castle any more, for left and right.
#pragma once

#include <cstdint>

#include "core/games/chess/position.h"

namespace tabiya::chess {

// White's men become Black's, and the board is turned upside down.
Position with_sides_exchanged(const Position& position);

// Exchanges left and right of a position without rights to castle.
Position mirrored(const Position& position);

// The least hash of a position and those that are the same.
std::uint64_t symmetric_key(const Position& position);

}  // namespace tabiya::chess
