#include "core/book/verify.h"

#include <gtest/gtest.h>

#include "tests/support/numbered_setups.h"

namespace tabiya::verify_test {

const test::NumberedSetups kSetups(100);

std::vector<std::string> findings(const Book& book) {
  std::vector<std::string> lines;
  for (const BookFinding& finding : verify_book(book, kSetups, kSetups)) {
    lines.push_back(describe(finding, book, kSetups));
  }
  return lines;
}

TEST(VerifyBook, FindsNothingInASoundBook) {
  EXPECT_EQ(findings({{}, {{12, 34, 100, 8}, {98, 99, {}, 0}, {4, 50, -kWinScore + 3, 11}}}),
            (std::vector<std::string>{}));
  EXPECT_EQ(findings({}), (std::vector<std::string>{}));
}

TEST(VerifyBook, ListsEveryFindingInTheOrderOfTheEntries) {
  const Book book{
      {}, {{12, 34, {}, 0}, {100, 4'000'000'000, {}, 0}, {13, 99, kInfiniteScore, 1}, {12, 0, {}, 0}}};
  EXPECT_EQ(findings(book), (std::vector<std::string>{
                                "entry 2: red 100 is not the number of a setup",
                                "entry 2: reply 4000000000 is not the number of a setup",
                                "entry 3: red 13 is not normalised",
                                "entry 3: red 13 repeats that of entry 1",
                                "entry 3: value 8300000 is beyond every score",
                                "entry 4: red 12 repeats that of entry 1",
                            }));
}

TEST(VerifyBook, AsksWhetherLinesCanBePlayed) {
  Book book{{}, {{12, 34, {}, 0}, {98, 99, {}, 0}}};
  book.entries[1].line = {7};
  const auto check = [](const BookEntry& entry) { return entry.line.empty(); };
  const auto found = verify_book(book, kSetups, kSetups, check);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(describe(found[0], book, kSetups), "entry 2: its line of play holds a move that is not legal");
}

}  // namespace tabiya::verify_test
