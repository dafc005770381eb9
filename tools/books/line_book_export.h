// Books of lines as games, and the values of moves in the comments of games.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/book/line_graph.h"
#include "core/search/score.h"
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

// The standard error of values whose file states none, logit x 10,000.
inline constexpr Score kUnstatedError = 1'500;

// A number of logit as logit x 10,000; empty for any other text, and for numbers beyond the range of
// evaluations.
std::optional<Score> score_in(std::string_view text);

// The value of a move in the comment behind it, for the side that has moved: line_value_text() in ASCII,
// perhaps behind [%eval …]; or [%eval] alone, which is in pawns or moves to mate, for the first side, of the
// position behind the move. `side`: that has moved.
std::optional<LineValue> commented_value(std::string_view comment, int side);

// What such a comment says of the nodes of the search that has found a move outside the book: "181 nodes".
SearchEffort commented_effort(std::string_view comment);

}  // namespace tabiya::tools
