// Moves as text: of UCI, as other programs for variants write them ("e2e4", "e7e8q", "P@e4", "e5e6+"); for
// people with the man's letter in front ("Ng1f3", "Ng1xf3").
#pragma once

#include <string_view>

#include "codec/result.h"
#include "core/board/move_text.h"
#include "core/games/variants/position.h"

namespace tabiya::variants {

// The text of a legal move.
MoveText move_text(const Position& position, Move move);
// A legal move in either notation. Errors: kInvalid.
Result<Move> parse_move(const Position& position, std::string_view text);

}  // namespace tabiya::variants
