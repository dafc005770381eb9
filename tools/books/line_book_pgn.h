// Books of lines from games with variations and values: those that pgn_of_lines() writes (line_book_export.h), and others'.
#pragma once

#include <string>

#include "tools/books/line_book_input.h"

namespace tabiya::tools {

// A book of all games of a file, compressed or not. A move behind which the file goes on is in the book, also where that is
// elsewhere; the others are moves outside it, of which each position keeps the best one. Values go up from these, as the
// comments behind them have them (line_comment.h). Behind the last move of a line that has a value nothing is kept.
// What pgn_of_lines() has written comes back as the same book. Throws Failure, with the line.
LoadedLines read_pgn_of_lines(const std::string& path);

}  // namespace tabiya::tools
