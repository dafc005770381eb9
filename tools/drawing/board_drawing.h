// Drawings of a board.
#pragma once

#include <cstddef>
#include <string>

#include "core/game/board_picture.h"

namespace tabiya::tools {

// A board as text, for terminals: rows with their names, the target of the last move in brackets, each hand on its side's end
// of the board, and the caption. `below` is the side that is shown at the bottom.
std::string board_text(const BoardPicture& picture, std::size_t below = 0);

struct SvgView {
  std::size_t below = 0;   // the side that is shown at the bottom
  int square_pixels = 60;  // the side of a square; pieces can be distinguished from 20 up
};

// A board as an SVG image, for pages: squares and their names, the squares of the last move framed, the pieces, each hand next
// to its side's end of the board, and the caption below.
std::string board_svg(const BoardPicture& picture, const SvgView& view = {});

}  // namespace tabiya::tools
