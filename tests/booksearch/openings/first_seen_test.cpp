#include "booksearch/openings/start_check.h"

#include <gtest/gtest.h>

#include <map>

#include "core/random.h"

namespace tabiya::booksearch::first_seen_test {

TEST(FirstSeen, KeepsTheFirstPlaceAsAMapDoes) {
  Random random(5);
  FirstSeen seen;
  std::map<std::uint64_t, std::uint32_t> reference;
  EXPECT_FALSE(seen.find(0));
  for (std::uint32_t place = 0; place < 50'000; ++place) {
    // Some keys come again, and some share their low bits.
    const std::uint64_t key = std::uint64_t{random.below(20'000)} << (place % 2 == 0 ? 0 : 32);
    const auto [expected, is_new] = reference.try_emplace(key, place);
    const auto found = seen.find_or_add(key, place);
    ASSERT_EQ(found.has_value(), !is_new);
    ASSERT_EQ(found.value_or(expected->second), expected->second);
    ASSERT_EQ(seen.find(key), expected->second);
  }
  EXPECT_EQ(seen.size(), reference.size());
  EXPECT_FALSE(seen.find(~std::uint64_t{0}));
}

}  // namespace tabiya::booksearch::first_seen_test
