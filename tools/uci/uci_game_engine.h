// A UCI engine as a GameEngine (core/game/game_engine.h), for commands that show what a search finds.
#pragma once

#include <memory>

#include "core/game/game_module.h"
#include "tools/uci/uci_choice.h"

namespace tabiya::tools {

// `choice.limits` hold for each search, together with those that it is given: the smaller ones count. Its search() throws
// Failure where the engine cannot be used, and hands back what it has where the run was interrupted.
std::unique_ptr<GameEngine> make_uci_game_engine(const GameModule& game, UciChoice choice);

}  // namespace tabiya::tools
