// Reports of the commands of `book` on books of moves, with values or without.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "booksearch/books/book_tour.h"
#include "core/book/valued_book.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/json.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {

// The lines' knowledge of a move of the book in a position; empty in PolyGlot's books.
std::optional<BookChoice> book_choice(const std::optional<KnownPosition>& known, MoveCode move);

// value, error (both logit x 10,000, for the side that moves), in_book
Json book_choice_json(const BookChoice& choice);

// value, error; null where the position is not in the book
Json book_position_json(const std::optional<KnownPosition>& known);

// Reports the content of the book. Returns the exit code.
int report_lines(const LoadedMoveBook& loaded, bool json);

// Checks that the values follow from the moves. A decoded book has legal moves alone. Returns the exit code.
int verify_valued_book(const LoadedMoveBook& loaded, bool json);

// Checks the bytes of an indexed book. Returns the exit code; throws Failure for a damaged one.
int verify_indexed_book(const LoadedMoveBook& loaded, bool json);

// Each of the following functions returns the exit code, and throws Failure.

// Reports the content of the book, and how much of it is reached from the start.
int report_move_book(const LoadedMoveBook& loaded, const std::string& from, bool json);

// Lists the tree of moves.
int list_moves(const LoadedMoveBook& loaded, const std::string& from, const TourLimits& limits, bool json);

// Prints the moves of positions. Returns kFoundWanting if one is not in the book. `drawn`: with boards.
int probe_moves(const LoadedMoveBook& loaded, const std::vector<std::string>& positions, bool drawn,
                bool json);

// Counts positions and moves by ply.
int count_moves(const LoadedMoveBook& loaded, const std::string& from, bool json);

int diff_moves(const LoadedMoveBook& a, const LoadedMoveBook& b, const std::string& from, bool list,
               bool json);

// `fix`: files in PolyGlot's format may be damaged (move_book_input.h).
int merge_moves(const std::vector<std::string>& paths, bool fix, const OutputOptions& output, bool json);

// Merges books of moves as merge_valued_books() does (core/book/valued_book.h).
int merge_books_of_values(const std::vector<std::string>& paths, const OutputOptions& output, bool json);

}  // namespace tabiya::tools
