// Pruning makes books of lines smaller.
#pragma once

#include <cstddef>

#include "core/book/line_book.h"

namespace tabiya::booksearch {

struct PrunedLines {
  LineBook book;
  double lost =
      0;  // the share of the plies of games that the whole book has an answer to, and this one has not
};

// Keeps at most `positions` positions, those that come up most often, with the values that the whole book has
// found for them. At least a root stays.
PrunedLines prune_lines(const LineBook& book, std::size_t positions);

}  // namespace tabiya::booksearch
