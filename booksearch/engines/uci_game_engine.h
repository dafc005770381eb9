// A UCI engine in the place of our search, as a GameEngine (core/game/game_engine.h): it is asked about positions of a game,
// and its findings come in our terms. All commands that ask engines use this; `match`, where engines play, has a player of its
// own.
#pragma once

#include <cstdint>
#include <memory>

#include "booksearch/engines/uci_choice.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

// The result of search() if the run is interrupted: the engine's findings so far, or the error kStopped.
enum class WhenStopped : std::uint8_t { kFindings, kError };

// For use by the thread that made it. Each question is answered as if it were the first. `choice.limits` hold for each
// search, together with those that it is given: the smaller ones count. `choice.settings.lines` is the number of best first
// moves that are wanted, each with its line; an engine without the option MultiPV is asked for each after the first by itself.
// Reports are deeper each time, and have all lines that are wanted.
//
// Errors: the engine cannot be used. Those of search(): kInvalid where the engine has failed UciSession::kTries times, does
// not know the variant that the position needs, or does not keep to the first moves that it may play; kStopped.
Result<std::unique_ptr<GameEngine>> make_uci_game_engine(const GameModule& game, UciChoice choice,
                                                         WhenStopped when_stopped = WhenStopped::kFindings);

// Returns the score of a line that has one, from the view of the side to move. A mate in n moves is a win in
// 2 n - 1 plies.
Score score_of(const UciLine& line);

}  // namespace tabiya::booksearch
