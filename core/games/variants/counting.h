// The rules by which the side that is to be mated counts moves where Makruk's or the ASEAN rules hold: after so many
// the game is drawn.
#pragma once

#include "core/games/variants/position.h"

namespace tabiya::variants {

// The moves that a side may count to if it begins to count now; 0: it has nothing to count.
int count_limit(const Position& position, int side);

}  // namespace tabiya::variants
