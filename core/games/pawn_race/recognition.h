// Positions of Pawn Race whose value is seen without search.
#pragma once

#include "core/games/pawn_race/rules.h"
#include "core/search/proof/proof_numbers.h"

namespace tabiya::pawn_race {

// Whether the attacker wins, of a position that is not over. Right where it is not kUnknown.
Verdict recognise(const Position& position, int attacker);

}  // namespace tabiya::pawn_race
