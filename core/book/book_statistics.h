// Statistics of the entries of a book: which replies they give, and how the values fall from the best entry
// to the last.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/book/book.h"

namespace tabiya {

// The reply of each entry, in their order.
std::vector<SetupId> replies_of(const Book& book);

// Values of one depth from Red's view, logit x 10,000. Those of different depths are never put together: they
// are not on equal terms.
struct ValueBand {
  std::size_t
      first = 0,
      last = 0;   // the ranks (from 1) that the band covers, of whatever depth; places if there is no order
  int depth = 0;  // plies
  std::size_t entries = 0;        // in the band, of this depth and with a value; at least one
  std::size_t proven = 0;         // of these: won or lost, which mean and deviation leave out
  double mean = 0;                // 0 if all are proven
  double deviation = 0;           // the standard deviation of these values
  Score lowest = 0, highest = 0;  // of all

  friend bool operator==(const ValueBand&, const ValueBand&) = default;
};

// One band for each depth of these entries of the book (indices, ascending), the deepest first.
std::vector<ValueBand> values_by_depth(const Book& book, std::span<const std::size_t> entries);

// Bands of the ranks 1–10, 11–20, 21–50, 51–100, 101–200 and so on; none of a book without order.
std::vector<ValueBand> values_by_rank(const Book& book, std::span<const std::size_t> entries);

}  // namespace tabiya
