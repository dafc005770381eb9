// What tests of `pack` pack.
#pragma once

#include <cstddef>
#include <random>
#include <string>

#include "core/book/book.h"
#include "core/games/zero_point_one/setup.h"
#include "tests/support/bytes.h"

namespace tabiya::tools::pack_samples {

inline std::string text(const test::Bytes& bytes) { return std::string(test::text_of(bytes)); }

inline std::string random_text(std::size_t size) {
  std::mt19937_64 random(size);
  return text(test::random_bytes(random, size));
}

// A book of neighbouring setups, worse and worse for Red.
inline Book sample_book(std::size_t size) {
  const zero_point_one::Setups setups;
  Book book{{"zero_point_one", 1, 2, "a test"}, {}};
  for (SetupId id = 0; book.entries.size() < size; ++id) {
    if (!setups.is_normalised(id)) continue;
    const auto rank = static_cast<Score>(book.entries.size());
    book.entries.push_back({id, id % 7 * 100, 1000 - 10 * rank, 9});
  }
  return book;
}

}  // namespace tabiya::tools::pack_samples
