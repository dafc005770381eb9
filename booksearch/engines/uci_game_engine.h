// A UCI engine as a GameEngine (core/game/game_engine.h), for commands that show what a search finds.
#pragma once

#include <cstdint>
#include <memory>

#include "booksearch/engines/uci_choice.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

// What search() returns if the run is interrupted: what the engine has found so far, or the error kStopped.
enum class WhenStopped : std::uint8_t { kFindings, kError };

// `choice.limits` hold for each search, together with those that it is given: the smaller ones count. Errors: the
// engine cannot be used.
Result<std::unique_ptr<GameEngine>> make_uci_game_engine(const GameModule& game, UciChoice choice,
                                                         WhenStopped when_stopped = WhenStopped::kFindings);

}  // namespace tabiya::booksearch
