#include "core/book/book.h"

#include <gtest/gtest.h>

#include "tests/support/numbered_setups.h"

namespace tabiya::book_test {

const test::NumberedSetups kSetups(100);

TEST(BookIndex, AnswersFromTheEntryOrFromItsMirrorImage) {
  const Book book{{}, {{12, 34, {}, 0}, {6, 70, {}, 0}}};
  const BookIndex index(book, kSetups, kSetups);
  EXPECT_EQ(index.find(12), (BookAnswer{34, 0, false}));
  EXPECT_EQ(index.find(13), (BookAnswer{35, 0, true}));
  EXPECT_EQ(index.find(6), (BookAnswer{70, 1, false}));
  EXPECT_EQ(index.find(7), (BookAnswer{71, 1, true}));
  EXPECT_EQ(index.find(34), std::nullopt);
}

TEST(BookIndex, PrefersTheVerySetupAndTheBetterEntry) {
  const Book book{{}, {{13, 1, {}, 0}, {12, 2, {}, 0}, {12, 3, {}, 0}}};
  const BookIndex index(book, kSetups, kSetups);
  EXPECT_EQ(index.find(13), (BookAnswer{1, 0, false}));
  EXPECT_EQ(index.find(12), (BookAnswer{2, 1, false}));
}

TEST(BookIndex, LeavesOutEntriesThatAreNoSetups) {
  const Book book{{}, {{100, 1, {}, 0}, {12, 100, {}, 0}, {12, 5, {}, 0}}};
  const BookIndex index(book, kSetups, kSetups);
  EXPECT_EQ(index.find(12), (BookAnswer{5, 2, false}));
}

TEST(BookIndex, FindsWhatALinearSearchFindsAndSoDoesLookUp) {
  for (SetupId seed = 0; seed < 50; ++seed) {
    Book book;
    for (SetupId i = 0; i < seed; ++i) book.entries.push_back({(i * 37 + seed) % 103, (i * 11) % 101, {}, 0});
    const BookIndex index(book, kSetups, kSetups);
    for (SetupId red = 0; red < kSetups.count(); ++red) {
      std::optional<BookAnswer> expected;
      for (const bool mirrored : {false, true}) {
        const SetupId wanted = mirrored ? kSetups.mirror(red) : red;
        for (std::size_t i = 0; i < book.entries.size() && !expected; ++i) {
          const BookEntry& entry = book.entries[i];
          if (entry.red != wanted || entry.reply >= kSetups.count()) continue;
          expected = BookAnswer{mirrored ? kSetups.mirror(entry.reply) : entry.reply, i, mirrored};
        }
      }
      ASSERT_EQ(index.find(red), expected);
      ASSERT_EQ(look_up(book, kSetups, kSetups, red), expected);
    }
  }
}

}  // namespace tabiya::book_test
