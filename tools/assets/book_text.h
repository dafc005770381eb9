// Books as text for spreadsheets and programs: CSV, or JSON with one object a line. Reading restores all that
// was written; the text lacks the facts about the book as a whole.
#pragma once

#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "tools/assets/book_input.h"

namespace tabiya::tools {

// A line of names, then a line for each of these entries.
std::string book_csv(const LoadedBook& loaded, const std::vector<std::size_t>& entries);

// Each of these entries as entry_json() has it.
std::string book_json_lines(const LoadedBook& loaded, const std::vector<std::size_t>& entries);

// Reads such text. Only the fields red and reply are required; others may be missing or empty, and unknown
// ones are left out. Entries are ordered by their ranks, or as they stand, best first, if ranks are not among
// the fields; if some ranks are empty, the book has no order. Reds are normalised. Throws Failure, with the
// line.
Book read_book_csv(const std::string& path, const GameModule& game, const std::string& maker);
Book read_book_json_lines(const std::string& path, const GameModule& game, const std::string& maker);

}  // namespace tabiya::tools
