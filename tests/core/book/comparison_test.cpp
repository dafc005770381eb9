#include "core/book/comparison.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/random.h"

namespace tabiya::comparison_test {

TEST(CompareBooks, MatchesEntriesByTheirReds) {
  const Book a{{}, {{5, 0, {}, 0}, {2, 0, {}, 0}, {9, 0, {}, 0}, {1, 0, {}, 0}}};
  const Book b{{}, {{7, 0, {}, 0}, {9, 0, {}, 0}, {8, 0, {}, 0}, {5, 0, {}, 0}}};
  EXPECT_EQ(compare_books(a, b), (BookComparison{{1, 3}, {0, 2}, {{0, 3}, {2, 1}}}));
  EXPECT_EQ(compare_books(a, {}), (BookComparison{{0, 1, 2, 3}, {}, {}}));
  EXPECT_EQ(compare_books({}, a), (BookComparison{{}, {0, 1, 2, 3}, {}}));
}

TEST(Difference, ComparesValuesOfEqualDepthsAlone) {
  const BookEntry entry{1, 2, 300, 8};
  EXPECT_FALSE(difference(entry, entry).any());
  EXPECT_EQ(difference(entry, {1, 3, 300, 8}),
            (EntryDifference{.reply = true, .depth = false, .other = false, .value = false, .shift = 0}));
  EXPECT_EQ(difference(entry, {1, 2, 250, 8}),
            (EntryDifference{.reply = false, .depth = false, .other = false, .value = true, .shift = -50}));
  EXPECT_EQ(difference(entry, {1, 2, 250, 9}),
            (EntryDifference{.reply = false, .depth = true, .other = false, .value = true, .shift = {}}));
  EXPECT_EQ(difference(entry, {1, 2, {}, 8}),
            (EntryDifference{.reply = false, .depth = false, .other = false, .value = true, .shift = {}}));
  EXPECT_TRUE(difference(entry, {7, 2, 300, 8}).other);
}

// Kendall's tau and displacements, by the definitions.
TEST(CompareOrder, AgreesWithTheDefinitionOnRandomOrders) {
  Random random(3);
  for (int round = 0; round < 2000; ++round) {
    std::vector<CommonEntry> common;
    const std::size_t size = 2 + random.below(30);
    for (std::size_t i = 0; i < size; ++i) common.push_back({2 * i + random.below(2), 3 * i});
    for (std::size_t i = size - 1; i > 0; --i)
      std::swap(common[i].b, common[random.below(static_cast<std::uint32_t>(i + 1))].b);

    double concordance = 0, displacements = 0;
    std::size_t largest = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const auto place = static_cast<std::size_t>(
          std::ranges::count_if(common, [&](const CommonEntry& other) { return other.b < common[i].b; }));
      const std::size_t displacement = std::max(place, i) - std::min(place, i);
      displacements += static_cast<double>(displacement);
      largest = std::max(largest, displacement);
      for (std::size_t j = i + 1; j < size; ++j) concordance += common[i].b < common[j].b ? 1 : -1;
    }
    const auto n = static_cast<double>(size);
    const OrderDifference order = compare_order(common);
    EXPECT_NEAR(order.tau, concordance / (n * (n - 1) / 2), 1e-12);
    EXPECT_NEAR(order.mean_displacement, displacements / n, 1e-12);
    EXPECT_EQ(order.largest_displacement, largest);
  }
}

TEST(CompareOrder, KnowsTheExtremes) {
  EXPECT_EQ(compare_order({}).tau, 1);
  EXPECT_EQ(compare_order({{4, 2}}).tau, 1);
  EXPECT_EQ(compare_order({{0, 1}, {1, 5}, {2, 9}}).tau, 1);
  const OrderDifference reversed = compare_order({{0, 9}, {1, 5}, {2, 1}});
  EXPECT_EQ(reversed.tau, -1);
  EXPECT_EQ(reversed.largest_displacement, 2u);
  EXPECT_EQ(reversed.most_displaced, 0u);
  EXPECT_NEAR(reversed.mean_displacement, 4.0 / 3, 1e-12);
}

}  // namespace tabiya::comparison_test
