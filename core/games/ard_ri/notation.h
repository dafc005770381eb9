// The notation of Ard Rì: squares a1 to g7, moves "c3c2", positions
// "2VVV2/3V3/V1OOO1V/VVOKOVV/V1OOO1V/3V3/2VVV2 d".
#pragma once

#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/games/ard_ri/rules.h"

namespace tabiya::ard_ri {

std::string format_move(Move move);
// A legal move of `position`. Errors: kInvalid, which say why.
Result<Move> parse_move(const Position& position, std::string_view text);

// Seven rows, row 7 first: V for attackers, O for defenders, K for the king, digits for runs of empty
// squares; then the side to move, d or a.
std::string format_position(const Position& position);
// A position that parses can stand in a game, or at its end. Errors: kInvalid with the offset.
Result<Position> parse_position(std::string_view text);

}  // namespace tabiya::ard_ri
