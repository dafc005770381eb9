// Setups for games to begin with, where no book says which are good.
#pragma once

#include <utility>

#include "core/random.h"
#include "core/setup/setup_space.h"

namespace tabiya::zero_point_one {

// The wazir in the corner behind both ferzes, the leapers with long reach in front.
SetupId sound_red();

// Red's and Blue's setup: good by the linear evaluation, each the best of many random ones, and about equal.
std::pair<SetupId, SetupId> draw_pair(Random& random);

}  // namespace tabiya::zero_point_one
