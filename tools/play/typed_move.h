// Moves as people type them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/play/human_game.h"

namespace tabiya::tools {

// Lower case, without what people write between the parts of a move: blanks and any of - x @ : * + # ! ?
std::string squeezed_move(std::string_view text);

// The legal moves that a text may mean, whatever its case and separators: in wire notation ("b5d3"), in
// readable notation ("Ab5-d3"), and in the latter without the piece that is captured, or that moves.
std::vector<MoveText> moves_meant(const std::vector<MoveText>& legal, std::string_view typed);

}  // namespace tabiya::tools
