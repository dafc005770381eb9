// 0.1 as a GameModule.
#pragma once

#include "core/game/game_module.h"

namespace tabiya::zero_point_one {

const GameModule& module();

}  // namespace tabiya::zero_point_one
