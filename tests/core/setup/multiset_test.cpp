#include "core/setup/multiset.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tabiya::multiset_test {

// std::next_permutation is the reference for the order; ranks count it through.
template <std::uint8_t... kCounts>
using Of = Multiset<std::array{kCounts...}>;

template <class Set>
void expect_all_arrangements(typename Set::Arrangement expected) {
  std::uint32_t rank = 0;
  bool more = true;
  Set::for_each([&](const auto& arrangement) {
    ASSERT_TRUE(more);
    ASSERT_EQ(arrangement, expected);
    ASSERT_EQ(Set::rank(arrangement), rank);
    ASSERT_EQ(Set::unrank(rank), arrangement);
    ++rank;
    more = std::next_permutation(expected.begin(), expected.end());
  });
  EXPECT_FALSE(more);
  EXPECT_EQ(rank, Set::size());
}

TEST(Multiset, RanksUnranksAndEnumeratesInLexicographicOrder) {
  expect_all_arrangements<Of<3>>({0, 0, 0});
  expect_all_arrangements<Of<3, 0, 4>>({0, 0, 0, 2, 2, 2, 2});
  expect_all_arrangements<Of<4, 2, 2, 1>>({0, 0, 0, 0, 1, 1, 2, 2, 3});
  expect_all_arrangements<Of<1, 1, 1, 1, 1, 1, 1>>({0, 1, 2, 3, 4, 5, 6});
}

TEST(Multiset, CountsLargeSpacesExactly) {
  EXPECT_EQ((Of<8, 4, 2, 1, 1>::size()), 10'810'800u);
  EXPECT_EQ((Of<8, 2, 2, 2, 1, 1>::size()), 64'864'800u);
}

}  // namespace tabiya::multiset_test
