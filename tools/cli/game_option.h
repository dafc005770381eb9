// --game: which game a command is about, if no file says it.
#pragma once

#include <string>
#include <string_view>

#include "core/game/game_module.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

// The game that is meant unless another is named.
std::string default_game();

// --game NAME. Where `name` is empty beforehand, a file may say it instead.
void add_game_option(CommandLine& app, std::string& name);

// The game of that name; the default one where it is empty. Throws Failure.
const GameModule& game_or_default(const std::string& name);

// The game of that name. Throws Failure, about `where`, with those that there are.
const GameModule& game_named(std::string_view name, std::string_view where = "--game");

// The number of the side of that name, in any case: 0 or 1; "red" and "blue", as whoever places first and
// second is called, do in every game. Throws Failure, about `where`, with the names.
std::size_t side_named(const GameModule& game, std::string_view name, std::string_view where);

// The setup phase of a game. Throws Failure if it has none, since `command` cannot be used with it then.
const SetupPhase& setup_phase_of(const GameModule& game, std::string_view command);

// The line protocol of a game. Throws Failure if it has none.
const LineProtocol& line_protocol_of(const GameModule& game, std::string_view command);

}  // namespace tabiya::tools
