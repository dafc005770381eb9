// --game: which game a command is about, where no file says it.
#pragma once

#include <string>
#include <string_view>

#include "core/games/game_module.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

// The game that is meant unless another is named.
std::string default_game();

// --game NAME
void add_game_option(CommandLine& app, std::string& name);

// The game of that name. Throws Failure, about `where`, with those that there are.
const GameModule& game_named(std::string_view name, std::string_view where = "--game");

// The setup phase of a game. Throws Failure where it has none: `command` has nothing to do then.
const SetupPhase& setup_phase_of(const GameModule& game, std::string_view command);

// The line protocol of a game. Throws Failure where it has none.
const LineProtocol& line_protocol_of(const GameModule& game, std::string_view command);

}  // namespace tabiya::tools
