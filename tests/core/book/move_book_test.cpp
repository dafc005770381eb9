#include "core/book/move_book.h"

#include <gtest/gtest.h>

#include <limits>

namespace tabiya::move_book_test {

TEST(MoveBook, FindsTheMovesOfAPosition) {
  MoveBook book{{{.key = 9, .move = 2, .weight = 5},
                 {.key = 4, .move = 1, .weight = 1},
                 {.key = 9, .move = 1, .weight = 6}}};
  sort_moves(book);
  ASSERT_EQ(book.find(9).size(), 2u);
  EXPECT_EQ(book.find(9)[0].move, 1) << "the heavier first";
  EXPECT_EQ(book.find(4).size(), 1u);
  EXPECT_TRUE(book.find(5).empty());
  EXPECT_EQ(book.positions(), 2u);
  EXPECT_EQ(total_weight(book.find(9)), 11u);
}

TEST(MoveBook, MergesWeightsAndCounts) {
  const MoveBook a{
      {{.key = 1, .move = 7, .learn = 3, .weight = 2, .games = 3, .wins = 1, .draws = 0, .losses = 2}}};
  const MoveBook b{{{.key = 1, .move = 7, .learn = 4, .weight = 5, .games = 2, .wins = 2},
                    {.key = 1, .move = 8, .weight = 9}}};
  const MoveBook merged = merge_move_books(a, b);
  ASSERT_EQ(merged.moves.size(), 2u);
  EXPECT_EQ(merged.moves[0].move, 8);
  EXPECT_EQ(
      merged.moves[1],
      (BookMove{
          .key = 1, .move = 7, .learn = 3, .weight = 7, .games = 5, .wins = 3, .draws = 0, .losses = 2}));
}

TEST(MoveBook, SumsEndAtTheLargestNumber) {
  const MoveBook a{{{.key = 1, .weight = std::numeric_limits<std::uint64_t>::max(), .games = 4'000'000'000}}};
  const BookMove sum = merge_move_books(a, a).moves.at(0);
  EXPECT_EQ(sum.weight, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(sum.games, std::numeric_limits<std::uint32_t>::max());
}

}  // namespace tabiya::move_book_test
