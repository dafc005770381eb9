// Books of lines as texts that others read.
#pragma once

#include <string>

#include "tools/books/move_book_input.h"

namespace tabiya::tools {

// A game from each root in PGN: the best moves, and the others of the book as variations, also the best one outside the book.
// A position stands once, where the best moves come to it first. Comments have values, as line_value_text() and for the side
// that has moved, in ASCII; and in games that UCI engines know, [%eval] in pawns for the first side. Variations within more than kMostNested others are left out.
inline constexpr int kMostNested = 60;
std::string pgn_of_lines(const LoadedMoveBook& loaded);

// A line for each position, separated by tabs, after a line of names: the root (from 1), the moves from there in the notation
// of programs, the value and its error (logit x 10,000, for the side to move), and the best move outside the book with both.
// What is not there is "-".
std::string table_of_lines(const LoadedMoveBook& loaded);

}  // namespace tabiya::tools
