// The table [grow] of a job of lines: games that say where the book grows, and the positions behind which it goes on.
#pragma once

#include <string>

#include "booksearch/lines/growth.h"
#include "core/game/game_module.h"
#include "tools/jobs/toml_table.h"

namespace tabiya::tools {

// Reads the table into `growth`, whose other settings are known. `side`: for whom the book is, 0 or 1, or -1 for both;
// `name`: the path of the job. Throws Failure with the line of the fault, and about files of games.
void read_grow(TomlTable& table, const GameModule& game, int side, const std::string& name,
               booksearch::GrowthSettings& growth);

// The table's keys with their defaults and meanings, for people.
std::string grow_reference();

}  // namespace tabiya::tools
