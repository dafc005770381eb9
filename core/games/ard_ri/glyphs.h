// The pieces of Ard Rì as drawings.
#pragma once

#include <cstddef>

#include "core/game/board_picture.h"

namespace tabiya::ard_ri {

enum GlyphIndex : std::size_t { kManGlyph, kKingGlyph, kAttackerGlyph };
extern const PieceSet kPieceSet;

}  // namespace tabiya::ard_ri
