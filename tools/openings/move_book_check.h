// A check of a book of moves in PolyGlot's format, as a list whose entries are its moves.
#pragma once

#include <string>

#include "tools/books/move_book_input.h"
#include "tools/cli/output_file.h"
#include "tools/openings/start_check.h"

namespace tabiya::tools {

// Passes every entry, numbered from 1, to `checker`. Findings are moves that are not legal, that a position
// has twice, and orphans, which the usual start does not lead to.
void check_move_book(const LoadedMoveBook& loaded, StartChecker& checker);

// Writes the entries that stay, in their order.
void write_mended_book(const LoadedMoveBook& loaded, const StartChecker& checker,
                       const OutputOptions& output);

}  // namespace tabiya::tools
