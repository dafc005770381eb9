// The games that this program knows. To add one, add a folder, and a line in games.cpp.
#pragma once

#include <span>
#include <string_view>

#include "core/game/game_module.h"

namespace tabiya {

// The games in the order in which help lists them; the first is the default.
std::span<const GameModule* const> games();

// The game of that name; null if there is none.
const GameModule* find_game(std::string_view name);

}  // namespace tabiya
