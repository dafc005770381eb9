// Options that select the entries of a book for a command. All commands share them.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/search/score.h"
#include "tools/assets/book_input.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

// A piece of Red on a square, as users type them.
struct RedPiece {
  std::string letter, square;
};

// An entry is selected if all hold.
struct BookSelection {
  std::size_t first = std::numeric_limits<std::size_t>::max();  // the first of those that the rest selects
  std::optional<std::size_t> least_rank{}, most_rank{};         // from 1, both included
  int min_depth = 0;                                            // plies
  std::optional<Score> least_value{}, most_value{};             // red's view, both included
  std::vector<RedPiece> red_pieces{};                           // of its red or of the mirror image
};

// --rank, --min-depth, --value and --red-piece; and --first, perhaps of more kinds of input.
// `selection.first` may hold a default.
void add_selection_options(CommandLine app, BookSelection& selection, CommandLine of_first);

// The indices of the selected entries, ascending. Throws Failure for ranks that the book does not have, and
// for pieces and squares that the game does not have. If no entry is selected, a note on standard error says
// so, and what the book has.
std::vector<std::size_t> select_entries(const LoadedBook& loaded, const BookSelection& selection);

// A book of these entries alone, with all that is known of them.
Book book_of_entries(const Book& book, const std::vector<std::size_t>& entries);

}  // namespace tabiya::tools
