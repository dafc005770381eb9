// The pawn of Pawn Race as a drawing.
#pragma once

#include <cstddef>

#include "core/game/board_picture.h"

namespace tabiya::pawn_race {

inline constexpr std::size_t kPawnGlyph = 0;
extern const PieceSet kPieceSet;

}  // namespace tabiya::pawn_race
