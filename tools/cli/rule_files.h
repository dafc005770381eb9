// Games from files of rules: FILE.ini, or FILE.ini:NAME where the file holds several.
#pragma once

#include <string>
#include <string_view>

#include "booksearch/engines/uci_choice.h"
#include "core/game/game_module.h"

namespace tabiya::tools {

// Whether a name of a game is one of a file.
bool names_rule_file(std::string_view name);

// The game of such a name. It is read once, and lives as long as the program. Throws Failure with the line and
// the key that are wrong.
const GameModule& game_of_rule_file(std::string_view name);

// The game of such a name in the file at `from`, from whose folder it is seen; elsewhere in the program that name means
// this game from now on. Throws Failure as game_of_rule_file() does, and where the name already means other rules.
const GameModule& game_of_rule_file_in(const std::string& from, std::string_view name);

// The file in such a name, as seen from here, whether it is there or not.
std::string rule_file_path(std::string_view name);

// What GUIs and engines call a game: its name; of a file of rules, the section's, by which other programs know it that
// read the file.
std::string variant_name(const GameModule& game);

// How an engine is told of a game, and of the file with its rules where that is there.
booksearch::ToldGame told_game(const GameModule& game);

// The rules of such a game, with all that they inherit, for files that are to know it without the file of rules.
std::string kept_rules(std::string_view name);

// Makes a game known by the rules that a file of ours, `where`, has kept. Throws Failure if the file of rules is there and
// has others now.
void learn_rules(std::string_view name, std::string_view kept, std::string_view where);

}  // namespace tabiya::tools
