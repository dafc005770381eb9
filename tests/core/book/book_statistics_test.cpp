#include "core/book/book_statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "core/random.h"

namespace tabiya::book_statistics_test {

Book random_book(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  Book book;
  for (std::size_t i = 0; i < size; ++i) {
    BookEntry entry{
        static_cast<SetupId>(i), random.below(20), {}, static_cast<std::uint8_t>(random.below(3))};
    if (random.below(5) > 0) entry.red_value = static_cast<Score>(random.below(2000)) - 1000;
    if (random.below(50) == 0) entry.red_value = win_in(static_cast<int>(random.below(9)));
    book.entries.push_back(entry);
  }
  return book;
}

std::vector<std::size_t> all_of(const Book& book) {
  std::vector<std::size_t> entries(book.entries.size());
  std::iota(entries.begin(), entries.end(), std::size_t{0});
  return entries;
}

TEST(BookStatistics, RepliesAreThoseOfTheEntriesInTheirOrder) {
  EXPECT_EQ(replies_of({{}, {{0, 7, {}, 0}, {1, 3, {}, 0}, {2, 7, {}, 0}}}), (std::vector<SetupId>{7, 3, 7}));
}

// What a band says, by the definitions.
void expect_sound(const ValueBand& band, const Book& book) {
  std::vector<double> values;
  std::multiset<Score> all;
  for (std::size_t rank = band.first; rank <= band.last; ++rank) {
    const BookEntry& entry = book.entries[rank - 1];
    if (!entry.red_value || entry.depth != band.depth) continue;
    all.insert(*entry.red_value);
    if (!is_proven(*entry.red_value)) values.push_back(*entry.red_value);
  }
  ASSERT_EQ(band.entries, all.size());
  EXPECT_EQ(band.proven, all.size() - values.size());
  EXPECT_EQ(band.lowest, *all.begin());
  EXPECT_EQ(band.highest, *all.rbegin());
  double mean = 0, variance = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values)
    variance += (value - mean) * (value - mean) / static_cast<double>(values.size());
  EXPECT_NEAR(band.mean, mean, 1e-9);
  EXPECT_NEAR(band.deviation, std::sqrt(variance), 1e-9);
}

TEST(ValuesByRank, AreThoseOfTheDefinitionInRandomBooks) {
  for (std::size_t size = 0; size < 1200; size += 7) {
    const Book book = random_book(size, size);
    std::size_t counted = 0, with_value = 0;
    for (const BookEntry& entry : book.entries) with_value += entry.red_value.has_value();
    for (const ValueBand& band : values_by_rank(book, all_of(book))) {
      ASSERT_LE(band.last, size);
      expect_sound(band, book);
      counted += band.entries;
    }
    EXPECT_EQ(counted, with_value);
    for (const ValueBand& band : values_by_depth(book, all_of(book))) expect_sound(band, book);
  }
}

TEST(ValuesByRank, CutsAtOneTwoAndFive) {
  Book book;
  for (SetupId i = 0; i < 130; ++i) book.entries.push_back({i, 0, 100, 8});
  std::vector<std::size_t> ends;
  for (const ValueBand& band : values_by_rank(book, all_of(book))) ends.push_back(band.last);
  EXPECT_EQ(ends, (std::vector<std::size_t>{10, 20, 50, 100, 130}));
}

TEST(ValuesByDepth, KeepsDepthsApart) {
  const Book book{{},
                  {{0, 0, 300, 8}, {1, 0, 100, 8}, {2, 0, 250, 11}, {3, 0, {}, 11}, {4, 0, win_in(5), 8}}};
  EXPECT_EQ(values_by_depth(book, all_of(book)),
            (std::vector<ValueBand>{{1, 5, 11, 1, 0, 250, 0, 250, 250},
                                    {1, 5, 8, 3, 1, 200, 100, 100, win_in(5)}}));
}

}  // namespace tabiya::book_statistics_test
