// Books over tables of numbers (table_oracle.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/book/book.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {

// Values of different depths resemble each other; `range` decides how many ties there are.
inline TableOracle noisy_oracle(SetupId count, std::uint64_t seed, Score range) {
  return TableOracle(count, [=](SetupId red, SetupId blue, int depth) {
    const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
    const auto noise = [&](std::uint64_t x) {
      return static_cast<Score>(mix(seed ^ x) % static_cast<unsigned>(range));
    };
    return noise(pair) - range / 2 + noise(pair + (static_cast<std::uint64_t>(depth) << 48)) / 4;
  });
}

inline std::vector<SetupId> all_setups(const TableOracle& oracle) {
  std::vector<SetupId> ids;
  for (SetupId id = 0; id < oracle.blues().count(); ++id) ids.push_back(id);
  return ids;
}

// All reds with their best replies, the best tenth to depth 5, the next three to depth 4 and the others to
// depth 3, each part sorted by its values.
inline Book table_book(const TableOracle& oracle) {
  Book book;
  for (const SetupId red : oracle.reds().normalised_ids()) book.entries.push_back({red, 0, {}, 0});
  std::size_t keep = book.entries.size();
  for (const int depth : {3, 4, 5}) {
    const auto kept = book.entries.begin() + static_cast<std::ptrdiff_t>(keep);
    for (auto entry = book.entries.begin(); entry != kept; ++entry) {
      const auto value = [&](SetupId blue) { return oracle.value(entry->red, blue, depth); };
      entry->reply = std::ranges::min(all_setups(oracle), {}, value);
      entry->red_value = value(entry->reply);
      entry->depth = static_cast<std::uint8_t>(depth);
    }
    std::ranges::stable_sort(book.entries.begin(), kept, std::greater(),
                             [](const BookEntry& entry) { return *entry.red_value; });
    keep = book.entries.size() * (5 - static_cast<std::size_t>(depth)) *
           (5 - static_cast<std::size_t>(depth)) / 10;
    keep = std::max(keep, std::size_t{1});
  }
  return book;
}

}  // namespace tabiya::booksearch
