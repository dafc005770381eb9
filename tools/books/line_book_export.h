// Books of lines as games.
#pragma once

#include <string>

#include "tools/books/move_book_input.h"

namespace tabiya::tools {

// The PGN has a game from each root: the best moves, and the others of the book as variations, also the best
// one outside the book. A position stands once, where the best moves come to it first. Comments have values,
// as line_value_text() and for the side that has moved, in ASCII; and in games that UCI engines know, [%eval]
// in pawns for the first side. Variations within more than kMostNested others are left out. The tags state
// the numbers of the book, in logit.
inline constexpr int kMostNested = 60;
inline constexpr const char* kPgn = "pgn";  // the name of the format
inline constexpr const char* kSearchErrorTag = "SearchError";
inline constexpr const char* kToleranceTag = "Tolerance";
inline constexpr const char* kRepetitionTag = "Repetition";
std::string pgn_of_lines(const LoadedMoveBook& loaded);

}  // namespace tabiya::tools
