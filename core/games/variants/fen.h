// Positions as text: FEN, with hands in brackets, promoted men ("+p", "Q~") and checks that are left ("3+3").
#pragma once

#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/games/variants/position.h"

namespace tabiya::variants {

// The parts behind the board and the side may be left out. Errors: kInvalid, with the offset.
Result<Position> parse_fen(const Tables& tables, std::string_view text);
std::string format_fen(const Position& position);

}  // namespace tabiya::variants
