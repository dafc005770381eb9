// Moves and setups of 0.1 as people type them.
#pragma once

#include <string>
#include <vector>

#include "codec/result.h"
#include "core/games/zero_point_one/position.h"
#include "tools/play/human_game.h"

namespace tabiya::tools {

// In wire notation, and for people: long notation, or a setup with its canonical form where that differs.
MoveText move_text(const zero_point_one::Position& position, zero_point_one::Move move);
MoveText setup_move_text(zero_point_one::Side side, const zero_point_one::Setup& setup);

// All that may be played now; none in the setup phase.
std::vector<MoveText> legal_move_texts(const zero_point_one::Position& position);

// A move in either notation, whatever its case and separators. The error says why there is none, or which are
// meant.
Result<TypedMove> read_move(const zero_point_one::Position& position, const std::string& typed);

// A setup, blanks and slashes between its letters ignored. Of Blue's two notations capitals are the canonical
// one and small letters the wire; the remark says how it was read, and how the other would be.
Result<TypedMove> read_setup(zero_point_one::Side side, const std::string& typed);

}  // namespace tabiya::tools
