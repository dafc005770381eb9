// The pieces of 0.1 as drawings of our own, in the order of the kinds: elephant, siege tower, counsellor,
// horse and crown. They are made to be distinguished at 20 pixels, and without colour: Red is light, Blue is
// dark.
#pragma once

#include "core/game/board_picture.h"

namespace tabiya::zero_point_one {

extern const PieceSet kPieceSet;

}  // namespace tabiya::zero_point_one
