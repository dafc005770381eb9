// The frequency of the positions of a book of lines.
#pragma once

#include <vector>

#include "core/book/line_book.h"

namespace tabiya::booksearch {

// line_visits() tells, by position, how often it comes up in a game. The game begins at one of the roots, all
// equally likely. Both sides choose among the moves that lose at most `tolerance`, as move_book_of() weighs
// them, until one of them leaves the book or kMostPlies are played.
inline constexpr int kMostPlies = 400;
std::vector<double> line_visits(const LineBook& book, Score tolerance);

}  // namespace tabiya::booksearch
