// Lists of start positions as inputs of commands, and without their faults.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "booksearch/openings/start_check.h"
#include "booksearch/openings/start_reader.h"
#include "tools/books/move_book_input.h"
#include "tools/books/pgn_input.h"
#include "tools/cli/option_kinds.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {

// The kind of input, for options that go with it, as kGamesInPgn.
inline constexpr InputKind kListOfPositions = "a list of positions";

// The possible kinds of a file. Both are returned if only reading can tell: for standard input, and for
// compressed files.
std::vector<InputKind> kinds_of_starts(const std::string& path);

// The options of a reader of lists of the game of that name; for an empty name, of the first game that a list can be of. The
// one that has books of moves is asked first, since most lists are of it. Throws Failure.
booksearch::StartOptions start_options(const std::string& game, std::size_t plies);

// Writes the list at `path`, which `checker` has seen, without its faults: in the same order, without the dropped entries and
// with the mended ones. Entries that stay keep their comments, empty
// lines, tags and operations. Throws Failure if the file cannot be read a second time or has changed, if two
// games share a line, and as PiecewiseOutput does.
void write_mended(const std::string& path, booksearch::StartFormat format,
                  const booksearch::StartChecker& checker, const OutputOptions& output);

// The check of a book of moves in PolyGlot's format, as a list whose entries are its moves. It passes every entry,
// numbered from 1, to `checker`. Findings are moves that are not legal, that a position has twice, and orphans, which
// the usual start does not lead to.
void check_move_book(const LoadedMoveBook& loaded, booksearch::StartChecker& checker);

// Writes the entries that stay, in their order.
void write_mended_book(const LoadedMoveBook& loaded, const booksearch::StartChecker& checker,
                       const OutputOptions& output);

}  // namespace tabiya::tools
