// Books of lines as tables that people, spreadsheets and scripts read, and back.
#pragma once

#include <string>

#include "core/book/line_book.h"
#include "tools/books/line_book_input.h"
#include "tools/books/move_book_input.h"

namespace tabiya::tools {

inline constexpr const char* kLinesTable = "text";  // the name of the format

// What the book says of itself, in lines that begin with "# ": game, rules, judge, search_error, repetition, tolerance, and a
// root for each position in which lines begin. Then a line of names, and one for each position, separated by tabs: the root
// (from 1), the moves from there in the notation of programs, the value and its error (logit x 10,000, for the side to move),
// the best move outside the book with both, and the moves in the book. What is not there is "-".
std::string table_of_lines(const LoadedMoveBook& loaded);

// The other way round: values go up from the moves outside the book and the ends of games again, so that these may be changed,
// and the others are not looked at. `name`: for messages. Throws Failure, with the line.
LoadedLines read_table_of_lines(const std::string& text, const std::string& name);

}  // namespace tabiya::tools
