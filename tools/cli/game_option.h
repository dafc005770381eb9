// --game names the game of a command, if no file does.
#pragma once

#include <string>
#include <string_view>

#include "core/game/game_module.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

// The game that is meant if no other is named.
std::string default_game();

// Declares --game NAME. Where `name` is empty beforehand, a file may name the game instead.
void add_game_option(CommandLine& app, std::string& name);

// The game of that name, or the default game if the name is empty. Throws Failure.
const GameModule& game_or_default(const std::string& name);

// The game of that name. If there is none, throws Failure about `where`, which lists the known games.
const GameModule& game_named(std::string_view name, std::string_view where = "--game");

// The number (0 or 1) of the side of that name, in upper or lower case. Every game also accepts "red" and
// "blue" for the sides that place first and second. Throws Failure, about `where`, with the names.
std::size_t side_named(const GameModule& game, std::string_view name, std::string_view where);

// The setup phase of a game. Throws Failure if it has none, since `command` cannot be used with it then.
const SetupPhase& setup_phase_of(const GameModule& game, std::string_view command);

// The line protocol of a game. Throws Failure if it has none.
const RefereeProtocol& referee_protocol_of(const GameModule& game, std::string_view command);

}  // namespace tabiya::tools
