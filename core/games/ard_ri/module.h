// Ard Rì as a GameModule.
#pragma once

#include "core/game/game_module.h"

namespace tabiya::ard_ri {

const GameModule& module();

}  // namespace tabiya::ard_ri
