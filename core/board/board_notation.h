// Boards as text: rows with letters of pieces and numbers of empty squares, as FEN writes them, and squares
// by a letter for the column and a number for the row ("e4").
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/board/bitboard.h"

namespace tabiya {

enum class RowOrder { kFirstRowFirst, kLastRowFirst };

template <class Board>
constexpr int nth_row(RowOrder order, int n) {
  return order == RowOrder::kFirstRowFirst ? n : Board::kRows - 1 - n;
}

// letter_at(square): of the piece that stands there, or ' '.
template <class Board, class LetterAt>
std::string format_rows(RowOrder order, LetterAt letter_at) {
  std::string text;
  for (int n = 0; n < Board::kRows; ++n) {
    if (n > 0) text += '/';
    int empty = 0;
    for (int column = 0; column < Board::kColumns; ++column) {
      const char letter = letter_at(Board::square(nth_row<Board>(order, n), column));
      if (letter == ' ') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      text += letter;
    }
    if (empty > 0) text += std::to_string(empty);
  }
  return text;
}

// Accepts what format_rows() writes. put(letter, square) puts a piece onto the board, or returns what is
// wrong with it (std::optional<std::string>). `row_name` is what messages call a row: "row", "rank". Errors:
// kInvalid with the offset of the first character that is wrong.
template <class Board, class Put>
Status parse_rows(std::string_view text, RowOrder order, const std::string& row_name, Put put) {
  static_assert(Board::kColumns <= 9);
  const auto is_run = [](char c) { return c >= '1' && c <= '0' + Board::kColumns; };
  const std::string squares = std::to_string(Board::kColumns) + " squares";
  int n = 0, column = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '/') {
      if (column != Board::kColumns) return invalid("a " + row_name + " has fewer than " + squares, at);
      if (++n == Board::kRows)
        return invalid("there are more than " + std::to_string(Board::kRows) + " " + row_name + "s", at);
      column = 0;
      continue;
    }
    if (column + (is_run(c) ? c - '0' : 1) > Board::kColumns)
      return invalid("a " + row_name + " has more than " + squares, at);
    if (is_run(c)) {
      if (at > 0 && is_run(text[at - 1]))
        return invalid("two numbers of empty squares side by side: write their sum", at);
      column += c - '0';
      continue;
    }
    const std::optional<std::string> fault = put(c, Board::square(nth_row<Board>(order, n), column));
    if (fault) return invalid(*fault, at);
    ++column;
  }
  if (n == Board::kRows - 1 && column == Board::kColumns) return ok_status();
  return invalid(
      "the board ends early: expected " + std::to_string(Board::kRows) + " " + row_name + "s of " + squares,
      text.size());
}

// "a1" for the first square.
template <class Board>
std::string square_name(Square square) {
  return {static_cast<char>('a' + Board::column(square)), static_cast<char>('1' + Board::row(square))};
}

// The inverse; nothing for any other text.
template <class Board>
std::optional<Square> parse_square_name(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const int column = text[0] - 'a', row = text[1] - '1';
  if (!Board::contains(row, column)) return std::nullopt;
  return Board::square(row, column);
}

}  // namespace tabiya
