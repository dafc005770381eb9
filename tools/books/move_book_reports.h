// Reports of the commands of `book` on books of moves.
#pragma once

#include <string>
#include <vector>

#include "tools/books/book_tour.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {

// Each function returns the exit code, and throws Failure.

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

}  // namespace tabiya::tools
