#include "core/board/board_notation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/random.h"

namespace tabiya::board_notation_test {

using Board = Geometry<3, 4>;

std::string text_of(const std::string& squares, RowOrder order) {
  return format_rows<Board>(order, [&](Square square) { return squares[square]; });
}

// The letters of all squares, or the error with its offset.
std::string read(const std::string& text, RowOrder order = RowOrder::kFirstRowFirst) {
  std::string squares(Board::kSquares, ' ');
  const auto put = [&](char letter, Square square) -> std::optional<std::string> {
    if (letter < 'A' || letter > 'Z') return "no letter";
    squares[square] = letter;
    return std::nullopt;
  };
  const Status status = parse_rows<Board>(text, order, "row", put);
  return status ? squares : std::to_string(*status.error().offset) + ": " + status.error().message;
}

TEST(BoardNotation, WritesRowsInEitherOrder) {
  const std::string squares =
      "A  B"
      "    "
      " CDE";
  EXPECT_EQ(text_of(squares, RowOrder::kFirstRowFirst), "A2B/4/1CDE");
  EXPECT_EQ(text_of(squares, RowOrder::kLastRowFirst), "1CDE/4/A2B");
}

TEST(BoardNotation, ReadsWhatItWrites) {
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    std::string squares(Board::kSquares, ' ');
    for (char& square : squares)
      if (random.below(2) == 0) square = static_cast<char>('A' + random.below(26));
    for (const RowOrder order : {RowOrder::kFirstRowFirst, RowOrder::kLastRowFirst})
      EXPECT_EQ(read(text_of(squares, order), order), squares);
  }
}

TEST(BoardNotation, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(read("4/4"), "3: the board ends early: expected 3 rows of 4 squares");
  EXPECT_EQ(read("4/4/3"), "5: the board ends early: expected 3 rows of 4 squares");
  EXPECT_EQ(read("3/4/4"), "1: a row has fewer than 4 squares");
  EXPECT_EQ(read("4/4/4/4"), "5: there are more than 3 rows");
  EXPECT_EQ(read("4A/4/4"), "1: a row has more than 4 squares");
  EXPECT_EQ(read("A4/4/4"), "1: a row has more than 4 squares");
  EXPECT_EQ(read("22/4/4"), "1: two numbers of empty squares side by side: write their sum");
  EXPECT_EQ(read("4/A1a1/4"), "4: no letter");
  EXPECT_EQ(read("5/4/4"), "0: no letter");
}

TEST(BoardNotation, NamesSquaresAsChessDoes) {
  EXPECT_EQ(square_name<Board>(0), "a1");
  EXPECT_EQ(square_name<Board>(11), "d3");
  for (Square square = 0; square < Board::kSquares; ++square)
    EXPECT_EQ(parse_square_name<Board>(square_name<Board>(square)), square);
  for (const char* text : {"", "a", "e1", "a4", "a0", "1a", "a11"})
    EXPECT_FALSE(parse_square_name<Board>(text));
}

}  // namespace tabiya::board_notation_test
