// A board as text, for terminals.
#pragma once

#include <cstddef>
#include <string>

#include "core/game/board_picture.h"

namespace tabiya::tools {

// The text shows rows with their names, the target of the last move in brackets, each hand on its side's end
// of the board, and the caption. `below` is the side that is shown at the bottom.
std::string board_text(const BoardPicture& picture, std::size_t below = 0);

}  // namespace tabiya::tools
