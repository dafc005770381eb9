// The frequency of the positions of a book of moves, and smaller books of those that come up most often.
#pragma once

#include <cstddef>
#include <vector>

#include "core/book/valued_book.h"

namespace tabiya::booksearch {

// book_visits() tells, by position, how often it comes up in a game. The game begins at one of the roots, all
// equally likely. Both sides choose among the moves that lose at most `tolerance`, as move_book_of() weighs
// them, until one of them leaves the book or kMostPlies are played.
inline constexpr int kMostPlies = 400;
std::vector<double> book_visits(const ValuedBook& book, Score tolerance);

struct PrunedBook {
  ValuedBook book;
  double lost =
      0;  // the share of the plies of games that the whole book has an answer to, and this one has not
};

// Keeps at most `positions` positions, those that come up most often, with the values that the whole book has
// found for them. At least a root stays.
PrunedBook prune_book(const ValuedBook& book, std::size_t positions);

}  // namespace tabiya::booksearch
