// Books of lines from games with variations and values, both those that pgn_of_lines() writes
// (line_book_export.h) and others.
#pragma once

#include <string>

#include "tools/books/line_book_input.h"

namespace tabiya::tools {

// A book of all games of a file, compressed or not. A move is in the book if the file continues behind it, even
// elsewhere. The others are moves outside the book, of which each position keeps the best one. Values go up from these,
// as the comments behind them have them (line_book_export.h). Moves behind the last move of a line that has a value are
// left out. The games are of the game of that name, or, where it is empty, of the one that their tags Variant name.
// Games that pgn_of_lines() has written come back as the same book. Throws Failure, with the line.
LoadedLines read_pgn_of_lines(const std::string& path, const std::string& game = {});

}  // namespace tabiya::tools
