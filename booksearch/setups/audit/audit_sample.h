// The entries of a book that an audit looks at: a random sample, stratified by depth and by rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "codec/result.h"
#include "core/book/book.h"

namespace tabiya::booksearch {

// Entries of one depth that follow each other in the book, except for those of other depths.
struct AuditStratum {
  int depth = 0;               // of the entries
  std::size_t population = 0;  // how many they are

  bool operator==(const AuditStratum&) const = default;
};

struct DrawnEntry {
  std::size_t entry = 0;    // index into the book
  std::size_t stratum = 0;  // index into the strata

  bool operator==(const DrawnEntry&) const = default;
};

struct AuditSample {
  std::vector<AuditStratum> strata;  // the deepest first, within a depth the best ranks first
  std::vector<DrawnEntry> entries;   // in the order of the book
};

// Draws `size` entries, or all if there are no more: from each depth in proportion to its entries, but at
// least half of an equal share, since the few entries that were searched deepest are those that are played. A
// depth has up to four strata of equally many entries, as long as about eight are drawn from each. The sample
// depends on the book, the size and the seed alone. Errors: kInvalid when the book is empty, or `size` is
// less than two for each depth of it.
Result<AuditSample> draw_entries(const Book& book, std::size_t size, std::uint64_t seed);

}  // namespace tabiya::booksearch
