// Games from files of rules: FILE.ini, or FILE.ini:NAME if the file holds several.
#pragma once

#include <string>
#include <string_view>

#include "core/game/game_module.h"

namespace tabiya::tools {

// True if the name of a game refers to a file of rules.
bool names_rule_file(std::string_view name);

// The game of such a name. It is read once, and lives as long as the program. Throws Failure with the line and
// the key that are wrong.
const GameModule& game_of_rule_file(std::string_view name);

// The game of such a name in the file at `from`; its path is relative to the folder of `from`. From now on
// that name means this game everywhere in the program. Throws Failure as game_of_rule_file() does, and where
// the name already means other rules.
const GameModule& game_of_rule_file_in(const std::string& from, std::string_view name);

// The path of the file in such a name, as seen from here, whether the file exists or not.
std::string rule_file_path(std::string_view name);

// The name of a game for GUIs and engines. For a game of a file of rules it is the name of the section, by
// which other programs that read the file know the game.
std::string variant_name(const GameModule& game);

// The rules of such a game, with all that they inherit; empty for other games. Files keep them to know the game
// without the file of rules.
std::string kept_rules(std::string_view name);

// Makes a game known by the rules that a file of ours, `where`, has kept. Throws Failure if the file of rules
// exists and now has other rules.
void learn_rules(std::string_view name, std::string_view kept, std::string_view where);

}  // namespace tabiya::tools
