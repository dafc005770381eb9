// Books as text that spreadsheets and programs read: CSV, or JSON with one object a line. What is written is
// read back, except for what a book says of itself as a whole.
#pragma once

#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "tools/assets/book_input.h"

namespace tabiya::tools {

// A line of names, and one for each of these entries.
std::string book_csv(const LoadedBook& loaded, const std::vector<std::size_t>& entries);

// Each of these entries as entry_json() has it.
std::string book_json_lines(const LoadedBook& loaded, const std::vector<std::size_t>& entries);

// The other way round. Of the fields that are written, red and reply are needed; others may be missing or
// empty, and unknown ones are left out. Entries come by their ranks, or best first as they stand where ranks
// are not among the fields; where some are empty, without order. Reds are normalised. Throws Failure, with
// the line.
Book read_book_csv(const std::string& path, const GameModule& game, const std::string& maker);
Book read_book_json_lines(const std::string& path, const GameModule& game, const std::string& maker);

}  // namespace tabiya::tools
