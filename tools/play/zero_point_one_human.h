// 0.1 for a game with a person.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/setup_chooser.h"
#include "tools/play/human_game.h"

namespace tabiya::tools {

// `setups` outlives what is returned. Where it must search, it does so with an engine that `make` makes when
// it is first needed. `seed` is that of the setups drawn at random.
using MakeEngine = std::function<std::unique_ptr<zero_point_one::Engine>()>;
std::unique_ptr<HumanGame> zero_point_one_for_humans(MakeEngine make, zero_point_one::SetupChooser& setups,
                                                     std::uint64_t seed);

}  // namespace tabiya::tools
