// A list of start positions without its faults: the same file, in the same order, without the dropped entries
// and with the mended ones.
#pragma once

#include <string>

#include "tools/books/move_book_input.h"
#include "tools/cli/output_file.h"
#include "tools/openings/start_check.h"
#include "tools/openings/start_reader.h"

namespace tabiya::tools {

// Reads the list at `path`, which `checker` has seen, once more. Entries that stay keep their comments, empty
// lines, tags and operations. Throws Failure if the file cannot be read a second time or has changed, if two
// games share a line, and as PiecewiseOutput does.
void write_mended(const std::string& path, StartFormat format, const StartChecker& checker,
                  const OutputOptions& output);

// The check of a book of moves in PolyGlot's format, as a list whose entries are its moves. It passes every entry,
// numbered from 1, to `checker`. Findings are moves that are not legal, that a position has twice, and orphans, which
// the usual start does not lead to.
void check_move_book(const LoadedMoveBook& loaded, StartChecker& checker);

// Writes the entries that stay, in their order.
void write_mended_book(const LoadedMoveBook& loaded, const StartChecker& checker,
                       const OutputOptions& output);

}  // namespace tabiya::tools
