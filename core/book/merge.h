// Merges several books of one game: the result has for each red the entry that is to be trusted most, the
// deepest and best first.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/book/book.h"

namespace tabiya {

// Says which of two entries for one red knows better what answers it.
enum class Trust { kFirst, kSecond, kUndecided };

// The deeper one; at one depth the one whose reply is better for Blue, if both values are on equal terms: of
// one evaluation and search. Undecided where neither says more, or only one of them has a value.
Trust more_trusted(const Book& a, const BookEntry& of_a, const Book& b, const BookEntry& of_b);

// The fates of the entries of one of the books.
struct MergeCount {
  std::size_t taken = 0;
  std::size_t shallower = 0;  // another book has a deeper one for this red
  std::size_t worse = 0;      // another book has a better reply at the same depth
  std::size_t repeated = 0;   // another book has the same reply, no deeper, and came first
  std::size_t undecided = 0;  // another book has another reply, cannot be compared, and came first

  std::size_t entries() const { return taken + shallower + worse + repeated + undecided; }
  friend bool operator==(const MergeCount&, const MergeCount&) = default;
};

struct MergedBook {
  Book book;
  std::vector<MergeCount> counts;  // of each book
};

// Entries come by depth, then value (those without one last), then rank, then in the order of the books; the book has
// an order if that is one. The meta leaves out facts that are not common to all books, but `maker`. Errors: kInvalid
// for no books, or of different games; kTooLarge for more than 255 origins. The reds of each book differ and are
// normalised: see verify.h.
Result<MergedBook> merge_books(std::span<const Book* const> books, std::string maker);

}  // namespace tabiya
