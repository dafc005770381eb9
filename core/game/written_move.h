// Moves as people write them.
#pragma once

#include <string>

#include "core/game/game_module.h"

namespace tabiya {

// Writes a move or setup of a position, given in either notation, in wire notation. Other texts stay as they
// are.
std::string wire_of(const GameModule& game, const GamePosition& position, const std::string& text);

}  // namespace tabiya
