#include "core/board/symmetry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace tabiya::symmetry_test {

using Board = Geometry<8, 8>;

TEST(Symmetry, FlipsComeBeforeTheTransposition) {
  const Square b4 = Board::square(1, 3);
  EXPECT_EQ(apply_symmetry<Board>(0, b4), b4);
  EXPECT_EQ(apply_symmetry<Board>(1, b4), Board::square(1, 4));
  EXPECT_EQ(apply_symmetry<Board>(2, b4), Board::square(6, 3));
  EXPECT_EQ(apply_symmetry<Board>(4, b4), Board::square(3, 1));
  EXPECT_EQ(apply_symmetry<Board>(1 + 4, b4), Board::square(4, 1));
}

TEST(Symmetry, EachIsABijection) {
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    std::set<Square> images;
    for (Square square = 0; square < Board::kSquares; ++square)
      images.insert(apply_symmetry<Board>(symmetry, square));
    EXPECT_EQ(images.size(), 64u);
  }
}

TEST(Triangle, NumbersTenSquaresRowByRow) {
  constexpr Triangle<Board> triangle;
  const std::vector<Square> squares{0, 1, 2, 3, 9, 10, 11, 18, 19, 27};  // a1 a2 a3 a4 b2 b3 b4 c3 c4 d4
  for (int i = 0; i < Triangle<Board>::kSize; ++i) {
    EXPECT_EQ(triangle.index(squares[i]), i);
    EXPECT_EQ(triangle.symmetry(squares[i]), 0);
  }
}

TEST(Triangle, ChoosesTheFirstSymmetryIntoIt) {
  constexpr Triangle<Board> triangle;
  const std::vector<Square> squares{0, 1, 2, 3, 9, 10, 11, 18, 19, 27};
  for (Square square = 0; square < Board::kSquares; ++square) {
    const int symmetry = triangle.symmetry(square);
    EXPECT_EQ(apply_symmetry<Board>(symmetry, square), squares[triangle.index(square)]);
    for (int earlier = 0; earlier < symmetry; ++earlier) {
      EXPECT_EQ(std::ranges::count(squares, apply_symmetry<Board>(earlier, square)), 0);
    }
  }
}

}  // namespace tabiya::symmetry_test
