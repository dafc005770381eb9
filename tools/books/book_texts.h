// Books of moves as text. EPD has one position a line, with its moves in the order of the book and their weights:
// "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; weight 30 10;". PGN has games with variations, and
// the values of moves in comments.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/book/book_graph.h"
#include "core/book/move_book.h"
#include "core/search/score.h"
#include "tools/books/move_book_input.h"

namespace tabiya::tools {

inline constexpr const char* kEpd = "epd";  // as options name the format

struct EpdText {
  std::string text;
  std::size_t moves = 0;  // in it: those that are reached, and are legal
};

// The moves that are reached from a position, as LoadedMoveBook::from() has it, in the order of a tour.
// Throws Failure.
EpdText epd_of(const LoadedMoveBook& loaded, const std::string& from);

// Reads a book from EPD, sorted. Without `weight`, each move weighs 1; repeated moves are added up. Other
// operations are passed over. Throws Failure, with the line.
MoveBook read_epd(const std::string& path);

// The PGN has a game from each root: the best moves, and the others of the book as variations, also the best
// one outside the book. A position stands once, where the best moves come to it first. Comments have values,
// as book_value_text() and for the side that has moved, in ASCII; and in games that UCI engines know, [%eval]
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

// The value of a move in the comment behind it, for the side that has moved: book_value_text() in ASCII,
// perhaps behind [%eval …]; or [%eval] alone, which is in pawns or moves to mate, for the first side, of the
// position behind the move. `side`: that has moved.
std::optional<BookValue> commented_value(std::string_view comment, int side);

// The nodes that such a comment gives for the search that found a move outside the book: "181 nodes".
SearchEffort commented_effort(std::string_view comment);

// A book of all games of a file, compressed or not. A move is in the book if the file continues behind it, even
// elsewhere. The others are moves outside the book, of which each position keeps the best one. Values go up from these,
// as the comments behind them have them. Moves behind the last move of a line that has a value are
// left out. The games are of the game of that name, or, where it is empty, of the one that their tags Variant name.
// Games that pgn_of_lines() has written come back as the same book. Throws Failure, with the line.
LoadedValues read_pgn_of_lines(const std::string& path, const std::string& game = {});

}  // namespace tabiya::tools
