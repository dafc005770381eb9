// Positions of Pawn Race whose value is seen without search.
#pragma once

#include "core/games/pawn_race/rules.h"
#include "core/search/proof/proof_numbers.h"

namespace tabiya::pawn_race {

// Says if the attacker wins a position that is not over. A verdict other than kUnknown is right.
Verdict recognise(const Position& position, int attacker);

}  // namespace tabiya::pawn_race
