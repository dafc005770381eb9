// Books of lines made of others.
#pragma once

#include <vector>

#include "codec/result.h"
#include "core/book/line_book.h"

namespace tabiya {

// The draft as a book, with the values that its moves and searches give, rounded.
LineBook with_values(LineDraft draft);

// The merged book has all roots, positions and moves of both. If both have a position, its best move outside
// the book is that of the book which is surer of it, among those that the other does not have in it; where
// each has the other's, none is known, and the position is worth its moves. The words and the tolerance are
// those of the first, the error of a search is the greater one. Errors: kInvalid for books of other rules, or
// another worth of repetitions.
Result<LineBook> merge_lines(const LineBook& a, const LineBook& b);

// The book without some positions, and those that are reached through them alone: its values stay, since a move that leads out
// of it counts as one outside the book, of which each position keeps the best one. Roots that are left out are gone.
LineBook keep_lines(const LineBook& book, const std::vector<bool>& is_kept);

}  // namespace tabiya
