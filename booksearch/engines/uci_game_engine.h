// A UCI engine as a GameEngine (core/game/game_engine.h), for commands that show what a search finds.
#pragma once

#include <memory>

#include "booksearch/engines/uci_choice.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

// `choice.limits` hold for each search, together with those that it is given: the smaller ones count. If the
// run is interrupted, search() returns what it has found so far. Errors: the engine cannot be used.
Result<std::unique_ptr<GameEngine>> make_uci_game_engine(const GameModule& game, UciChoice choice);

}  // namespace tabiya::booksearch
