// Games from files of rules: FILE.ini, or FILE.ini:NAME where the file holds several.
#pragma once

#include <string_view>

#include "core/games/game_module.h"

namespace tabiya::tools {

// Whether a name of a game is one of a file.
bool names_rule_file(std::string_view name);

// The game of such a name. It is read once, and lives as long as the program. Throws Failure with the line and
// the key that are wrong.
const GameModule& game_of_rule_file(std::string_view name);

}  // namespace tabiya::tools
