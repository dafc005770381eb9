// Chess, Chess960 and Double Chess960 as a GameModule.
#pragma once

#include "core/game/game_module.h"

namespace tabiya::chess {

const GameModule& module();

}  // namespace tabiya::chess
