// The POSITION argument of many commands, of the game of --game, and the moves that are played from it.
#pragma once

#include <string>

#include "core/game/game_module.h"
#include "core/search/value_text.h"
#include "tools/cli/command_line.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools {

struct PositionArgument {
  std::string text;    // a position in the game's notation, or "startpos"
  std::string moves;   // in either notation, setups included
  std::string game{};  // empty: as recognised_game() has it
};

// Declares POSITION, --moves and --game. POSITION is required unless `may_be_absent`.
void add_position_argument(CommandLine& app, PositionArgument& argument, bool may_be_absent = false);

// The game of that name. If the name is empty, it is the only game whose notation `text` is in, or the
// default one for "startpos" and for text in no game's notation. `where` is for messages. Throws Failure if
// two games fit.
const GameModule& recognised_game(const std::string& name, const std::string& text, const std::string& where);

// Throw Failure. position_of() warns on standard error of a setup that may have been meant otherwise.
const GameModule& game_of(const PositionArgument& argument);
PositionHandle position_of(const PositionArgument& argument);

// The position after moves that are separated by blanks, in either notation. Throws Failure, about --moves.
PositionHandle play_line(PositionHandle position, const std::string& moves);

// The view of the side to move in a position of the game.
View view_of(const GameModule& game, const GamePosition& position);

// Refuses a position of the setup phase, which holds nothing to evaluate or search. Throws Failure.
void check_setups_placed(const GameModule& game, const GamePosition& position, const std::string& where);

// The position of a text: "startpos" or the notation of a position. `where` is for the message. Throws
// Failure.
PositionHandle parse_position_text(const GameModule& game, const std::string& text, const std::string& where);

}  // namespace tabiya::tools
