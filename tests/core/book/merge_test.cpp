#include "core/book/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace tabiya::merge_test {

// Reds are numbers; all replies but those that matter are 50.
Book book_of(std::vector<BookEntry> entries, std::vector<ValueOrigin> origins = {}) {
  return {{"digits", 7, 8, "a test"}, std::move(entries), std::move(origins)};
}

MergedBook merge(const Book& a, const Book& b) {
  const std::array<const Book*, 2> books{&a, &b};
  return *merge_books(books, "a merge");
}

TEST(MergeBooks, TakesTheDeeperEntryThenTheBetterReply) {
  const Book a = book_of({{1, 50, 100, 9}, {2, 50, 90, 9}, {3, 50, 80, 9}, {4, 50, 70, 9}, {5, 50, 60, 9}});
  const Book b = book_of({{1, 51, 200, 11}, {2, 51, 10, 8}, {3, 51, 79, 9}, {4, 51, 71, 9}, {6, 50, 999, 9}});
  const MergedBook merged = merge(a, b);
  EXPECT_EQ(merged.book.entries, (std::vector<BookEntry>{{1, 51, 200, 11},
                                                         {6, 50, 999, 9},
                                                         {2, 50, 90, 9},
                                                         {3, 51, 79, 9},
                                                         {4, 50, 70, 9},
                                                         {5, 50, 60, 9}}));
  EXPECT_EQ(merged.counts[0], (MergeCount{.taken = 3, .shallower = 1, .worse = 1}));
  EXPECT_EQ(merged.counts[1], (MergeCount{.taken = 3, .shallower = 1, .worse = 1}));
  EXPECT_EQ(merged.book.meta, (BookMeta{"digits", 7, 0, "a merge"}));
}

TEST(MergeBooks, ComparesValuesOnEqualTermsOnly) {
  const Book a = book_of({{1, 50, 100, 9, 1}, {2, 50, 90, 9, 1}}, {{70, 1}});
  const Book b = book_of({{1, 51, 50, 9, 2}, {2, 50, 10, 9, 1}}, {{71, 1}, {71, 2}});
  const MergedBook merged = merge(a, b);
  EXPECT_EQ(merged.book.entries, a.entries);
  EXPECT_EQ(merged.book.origins, a.origins);
  EXPECT_EQ(merged.counts[1], (MergeCount{.repeated = 1, .undecided = 1}));
  const MergedBook other_way = merge(b, a);
  EXPECT_EQ(other_way.book.entries, (std::vector<BookEntry>{{1, 51, 50, 9, 1}, {2, 50, 10, 9, 2}}));
  EXPECT_EQ(other_way.book.origins, (std::vector<ValueOrigin>{{71, 2}, {71, 1}}));
}

TEST(MergeBooks, OfABookAndItselfChangesNothing) {
  std::mt19937_64 random(5);
  std::vector<BookEntry> entries;
  for (SetupId red = 0; red < 500; ++red)
    entries.push_back({red, static_cast<SetupId>(random() % 100), static_cast<Score>(random() % 90),
                       static_cast<std::uint8_t>(random() % 3)});
  std::ranges::sort(entries, [](const BookEntry& a, const BookEntry& b) {
    return a.depth != b.depth ? a.depth > b.depth : a.red_value > b.red_value;
  });
  const Book book = book_of(entries);
  const MergedBook merged = merge(book, book);
  EXPECT_EQ(merged.book.entries, entries);
  EXPECT_EQ(merged.counts[1], (MergeCount{.repeated = 500}));
}

TEST(MergeBooks, HasAnOrderIfValuesOrBothBooksGiveOne) {
  Book a = book_of({{3, 50, std::nullopt, 0}, {1, 50, std::nullopt, 0}});
  const Book b = book_of({{2, 50, std::nullopt, 0}});
  const MergedBook ordered = merge(a, b);
  EXPECT_TRUE(ordered.book.meta.ordered);
  EXPECT_EQ(
      ordered.book.entries,
      (std::vector<BookEntry>{{3, 50, std::nullopt, 0}, {2, 50, std::nullopt, 0}, {1, 50, std::nullopt, 0}}));
  a.meta.ordered = false;
  EXPECT_FALSE(merge(a, b).book.meta.ordered);
  for (BookEntry& entry : a.entries) entry.red_value = 5;
  EXPECT_FALSE(merge(a, b).book.meta.ordered);
  EXPECT_TRUE(merge(a, book_of({})).book.meta.ordered);
}

TEST(MergeBooks, RefusesBooksOfDifferentGames) {
  Book other = book_of({});
  other.meta.game = "chess";
  const Book book = book_of({});
  const std::array<const Book*, 2> books{&book, &other};
  EXPECT_FALSE(merge_books(books, "").ok());
  EXPECT_FALSE(merge_books({}, "").ok());
}

}  // namespace tabiya::merge_test
