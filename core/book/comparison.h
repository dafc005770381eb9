// The differences between two books of one game.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/book/book.h"

namespace tabiya {

// Entries of both books for the same red.
struct CommonEntry {
  std::size_t a = 0, b = 0;  // indices into the entries of the books

  friend bool operator==(const CommonEntry&, const CommonEntry&) = default;
};

struct BookComparison {
  std::vector<std::size_t> only_a, only_b;  // indices of entries whose red the other book lacks, ascending
  std::vector<CommonEntry> common;          // in the order of book a

  friend bool operator==(const BookComparison&, const BookComparison&) = default;
};

// Matches the entries by their reds, which differ within each book: see verify.h.
BookComparison compare_books(const Book& a, const Book& b);

// The differences between common entries in a and in b.
struct EntryDifference {
  bool reply = false;
  bool depth = false;
  bool other = false;          // anything but reply, depth and value
  bool value = false;          // also where only one of them has a value
  std::optional<Score> shift;  // value in b - value in a, Red's view, logit x 10,000; only of equal depths,
                               // since values of different depths are not on equal terms

  bool any() const { return reply || depth || other || value; }
  friend bool operator==(const EntryDifference&, const EntryDifference&) = default;
};

EntryDifference difference(const BookEntry& a, const BookEntry& b);

// The order of the common entries in b, when in a they come in the order 0, 1, 2, …
struct OrderDifference {
  double tau = 1;                // Kendall's: 1 the same order, -1 reversed; 1 of fewer than two entries
  double mean_displacement = 0;  // mean of |place in b - place in a| among the common entries
  std::size_t largest_displacement = 0;  // the largest of them
  std::size_t most_displaced = 0;        // an index into `common`: the first that moved so far
};

OrderDifference compare_order(const std::vector<CommonEntry>& common);

// The numbers of entries in which a book knows more than another one.
struct BookLead {
  std::size_t missing = 0;  // of reds that the other does not have
  std::size_t deeper = 0;
};

BookLead lead_of(const Book& book, const Book& other);

}  // namespace tabiya
