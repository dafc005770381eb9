// Shows people a position of 0.1: as a picture, and the state of the game in words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/game/board_picture.h"
#include "core/games/zero_point_one/position.h"

namespace tabiya::zero_point_one {

std::string_view name(Side side);  // "Red", "Blue"

// The end of the game: "Red has won: Blue's wazir is captured". Nothing while it continues.
std::optional<std::string> result_text(const Position& position);

// "Red to move, ply 2 of 102", and whether the own wazir is attacked; of a game that is over its result.
std::string status_text(const Position& position);

// `last` is the move that led to the position, if it is to be shown.
BoardPicture picture_of(const Position& position, Move last = {});

}  // namespace tabiya::zero_point_one
