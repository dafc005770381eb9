// The chessmen as drawings.
#pragma once

#include "core/game/board_picture.h"

namespace tabiya::chess {

extern const PieceSet kPieceSet;  // its glyphs are in the order of Kind

}  // namespace tabiya::chess
