// Pawn Race as a GameModule.
#pragma once

#include "core/game/game_module.h"

namespace tabiya::pawn_race {

const GameModule& module();

}  // namespace tabiya::pawn_race
