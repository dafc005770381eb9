// Moves as people write them.
#pragma once

#include <string>

#include "core/game/game_module.h"

namespace tabiya {

// A move or setup of a position, in either notation, in wire notation. What is neither stays as it is.
std::string wire_of(const GameModule& game, const GamePosition& position, const std::string& text);

}  // namespace tabiya
