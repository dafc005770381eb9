#include "core/setup/multiset.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tabiya {
namespace multiset_test {

// std::next_permutation is the reference for the order; ranks count it through.
template <std::size_t kKinds, std::size_t kLength>
void expect_all_arrangements(const std::array<std::uint8_t, kKinds>& counts) {
  const Multiset<kKinds, kLength> multiset(counts);
  typename Multiset<kKinds, kLength>::Arrangement expected{};
  auto fill = expected.begin();
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    fill = std::fill_n(fill, counts[kind], static_cast<std::uint8_t>(kind));
  std::uint64_t rank = 0;
  bool more = true;
  multiset.for_each([&](const auto& arrangement) {
    ASSERT_TRUE(more);
    ASSERT_EQ(arrangement, expected);
    ASSERT_EQ(multiset.rank(arrangement), rank);
    ASSERT_EQ(multiset.unrank(rank), arrangement);
    ++rank;
    more = std::next_permutation(expected.begin(), expected.end());
  });
  EXPECT_FALSE(more);
  EXPECT_EQ(rank, multiset.size());
}

TEST(Multiset, RanksUnranksAndEnumeratesInLexicographicOrder) {
  expect_all_arrangements<1, 3>({3});
  expect_all_arrangements<3, 7>({3, 0, 4});
  expect_all_arrangements<4, 9>({4, 2, 2, 1});
  expect_all_arrangements<7, 7>({1, 1, 1, 1, 1, 1, 1});
}

TEST(Multiset, CountsLargeSpacesExactly) {
  EXPECT_EQ((Multiset<5, 16>({8, 4, 2, 1, 1}).size()), 10'810'800u);
  EXPECT_EQ((Multiset<6, 16>({8, 2, 2, 2, 1, 1}).size()), 64'864'800u);
}

}  // namespace multiset_test
}  // namespace tabiya
