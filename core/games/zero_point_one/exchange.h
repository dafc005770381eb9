// What a capture wins when both sides go on capturing on the same square (static exchange evaluation).
#pragma once

#include <array>

#include "core/games/zero_point_one/position.h"

namespace tabiya::zero_point_one {

// About the worth of pieces on the board, in no particular unit. A captured piece changes sides, so that what
// is said here of one capture counts for both sides twice.
inline constexpr std::array<int, kKinds> kExchangeWorth{2, 2, 3, 5, 100};

// For the side to move, when from the second capture on each side captures with its least worthy piece, or
// stops if that is better. `move` is a legal capture.
int exchange_value(const Position& position, Move move);

}  // namespace tabiya::zero_point_one
