// The first moves of perfect play as first_moves.txt has them, which is made part of the program.
#pragma once

#include <string_view>

namespace tabiya::pawn_race {

// The text that FirstMoves::parse() reads (core/game/solving/first_moves.h).
extern const std::string_view kFirstMoves;

}  // namespace tabiya::pawn_race
