#include "booksearch/setups/audit/audit_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/random.h"

namespace tabiya::booksearch {
namespace audit_sample_test {

// So many entries of each depth, in any order.
Book book_of(const std::map<int, std::size_t>& sizes, std::uint64_t seed) {
  Book book;
  for (const auto& [depth, size] : sizes) {
    for (std::size_t i = 0; i < size; ++i)
      book.entries.push_back(
          {static_cast<SetupId>(book.entries.size()), 0, {}, static_cast<std::uint8_t>(depth)});
  }
  Random random(seed);
  for (std::size_t i = book.entries.size(); i > 1; --i)
    std::swap(book.entries[i - 1], book.entries[random.below(static_cast<std::uint32_t>(i))]);
  return book;
}

TEST(DrawEntries, CutsDepthsIntoRanks) {
  const Book book = book_of({{8, 1000}, {10, 90}, {12, 7}}, 1);
  const AuditSample sample = *draw_entries(book, 100, 3);
  EXPECT_EQ(sample.strata,
            (std::vector<AuditStratum>{{12, 7}, {10, 45}, {10, 45}, {8, 250}, {8, 250}, {8, 250}, {8, 250}}));
  ASSERT_EQ(sample.entries.size(), 100u);
  EXPECT_TRUE(std::ranges::is_sorted(sample.entries, {}, &DrawnEntry::entry));
  std::vector<std::size_t> drawn(sample.strata.size());
  std::vector<std::size_t> last(sample.strata.size());
  std::vector<std::size_t> first(sample.strata.size(), book.entries.size());
  for (const DrawnEntry& entry : sample.entries) {
    EXPECT_EQ(sample.strata[entry.stratum].depth, book.entries[entry.entry].depth);
    ++drawn[entry.stratum];
    first[entry.stratum] = std::min(first[entry.stratum], entry.entry);
    last[entry.stratum] = std::max(last[entry.stratum], entry.entry);
  }
  EXPECT_EQ(drawn, (std::vector<std::size_t>{7, 8, 8, 20, 19, 19, 19}));
  for (const std::size_t h : {2u, 4u, 5u, 6u}) EXPECT_LT(last[h - 1], first[h]);
}

TEST(DrawEntries, DrawsDifferentEntriesEachEquallyOftenInItsStratum) {
  const Book book = book_of({{3, 40}, {5, 12}}, 2);
  constexpr int kDraws = 8000;
  std::map<std::size_t, int> times;
  for (int seed = 0; seed < kDraws; ++seed) {
    const AuditSample sample = *draw_entries(book, 13, static_cast<std::uint64_t>(seed));
    std::set<std::size_t> different;
    for (const DrawnEntry& entry : sample.entries) different.insert(entry.entry), ++times[entry.entry];
    EXPECT_EQ(different.size(), 13u);
  }
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    const double expected = book.entries[i].depth == 3 ? 10.0 / 40 : 3.0 / 12;
    EXPECT_NEAR(times[i] / double{kDraws}, expected, 0.03);
  }
  EXPECT_EQ(draw_entries(book, 13, 7)->entries, draw_entries(book, 13, 7)->entries);
  EXPECT_NE(draw_entries(book, 13, 7)->entries, draw_entries(book, 13, 8)->entries);
}

TEST(DrawEntries, TakesAllWhereThereAreNoMore) {
  const Book book = book_of({{3, 5}, {5, 1}}, 2);
  for (const std::size_t size : {6u, 7u, 1000u}) EXPECT_EQ(draw_entries(book, size, 1)->entries.size(), 6u);
}

TEST(DrawEntries, RefusesWhatTellsNothing) {
  EXPECT_EQ(draw_entries({}, 10, 1).error().message, "the book has no entries");
  EXPECT_EQ(draw_entries(book_of({{3, 5}, {5, 10}, {6, 1}}, 2), 5, 1).error().message,
            "a sample of 5 entries is too small for the book's 3 depths, which need 6");
  EXPECT_TRUE(draw_entries(book_of({{3, 1}}, 2), 1, 1).ok());
}

}  // namespace audit_sample_test
}  // namespace tabiya::booksearch
