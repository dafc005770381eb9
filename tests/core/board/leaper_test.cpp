#include "core/board/leaper.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tabiya::leaper_test {

using Oblong = Geometry<5, 9>;

template <class Board>
void expect_attacks_by_definition(Leap leap) {
  const auto attacks = leaper_attacks<Board>(leap);
  for (Square from = 0; from < Board::kSquares; ++from) {
    for (Square to = 0; to < Board::kSquares; ++to) {
      const int rows = std::abs(Board::row(from) - Board::row(to));
      const int columns = std::abs(Board::column(from) - Board::column(to));
      const bool reaches = (rows == leap.m && columns == leap.n) || (rows == leap.n && columns == leap.m);
      EXPECT_EQ(has(attacks[from], to), reaches) << int{from} << " to " << int{to};
    }
  }
}

TEST(Leaper, AttacksAreThoseOfTheDefinition) {
  for (Leap leap : {Leap{0, 1}, Leap{1, 1}, Leap{0, 2}, Leap{1, 2}, Leap{2, 2}, Leap{1, 3}}) {
    expect_attacks_by_definition<Geometry<8, 8>>(leap);
    expect_attacks_by_definition<Oblong>(leap);
  }
}

TEST(Leaper, TwoJumpsAreTheUnionOverTheSquaresBetween) {
  const auto attacks = leaper_attacks<Oblong>({1, 2});
  const auto twice = two_jumps<Oblong>(attacks);
  for (Square from = 0; from < Oblong::kSquares; ++from) {
    for (Square to = 0; to < Oblong::kSquares; ++to) {
      EXPECT_EQ(has(twice[from], to), (attacks[from] & attacks[to]) != 0);
    }
  }
}

}  // namespace tabiya::leaper_test
