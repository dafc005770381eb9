// The rules of Ard Rì a second time, on a board of letters: written for the reader, nothing for speed, and
// sharing nothing with the program but the text of positions.
#pragma once

#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace tabiya::ard_ri::test {

struct NaiveGame {
  std::array<std::string, 7> rows;  // rows[0] is row 1; '.' is an empty square
  char side = 'd';

  explicit NaiveGame(const std::string& text) {
    int row = 6;
    rows.fill("");
    for (const char c : text.substr(0, text.find(' '))) {
      if (c == '/') {
        --row;
      } else if (std::isdigit(static_cast<unsigned char>(c))) {
        rows[row] += std::string(static_cast<std::size_t>(c - '0'), '.');
      } else {
        rows[row] += c;
      }
    }
    side = text.back();
  }

  static constexpr int kSteps[4][2]{{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

  char at(int row, int column) const {
    return row < 0 || row > 6 || column < 0 || column > 6 ? '#' : rows[row][column];
  }
  static bool is_corner(int row, int column) {
    return (row == 0 || row == 6) && (column == 0 || column == 6);
  }
  static bool is_off_limits(int row, int column) {
    return is_corner(row, column) || (row == 3 && column == 3);
  }
  bool is_own(char piece) const { return side == 'a' ? piece == 'V' : piece == 'O' || piece == 'K'; }

  bool is_over() const {
    bool has_king = false;
    for (int row = 0; row < 7; ++row)
      for (int column = 0; column < 7; ++column)
        if (at(row, column) == 'K') {
          if (is_corner(row, column)) return true;
          has_king = true;
        }
    return !has_king;
  }

  std::vector<std::string> moves() const {
    std::vector<std::string> found;
    if (is_over()) return found;
    for (int row = 0; row < 7; ++row)
      for (int column = 0; column < 7; ++column) {
        const char piece = at(row, column);
        if (!is_own(piece)) continue;
        for (const auto& [up, right] : kSteps) {
          const int to_row = row + up, to_column = column + right;
          if (at(to_row, to_column) != '.') continue;
          if (piece != 'K' && is_off_limits(to_row, to_column)) continue;
          found.push_back({static_cast<char>('a' + column), static_cast<char>('1' + row),
                           static_cast<char>('a' + to_column), static_cast<char>('1' + to_row)});
        }
      }
    return found;
  }

  void play(const std::string& move) {
    const int from_row = move[1] - '1', from_column = move[0] - 'a';
    const int row = move[3] - '1', column = move[2] - 'a';
    const char piece = at(from_row, from_column);
    rows[from_row][from_column] = '.';
    rows[row][column] = piece;
    const char enemy = side == 'a' ? 'O' : 'V';
    for (const auto& [up, right] : kSteps)
      if (at(row + up, column + right) == enemy && is_own(at(row + 2 * up, column + 2 * right)))
        rows[row + up][column + right] = '.';
    if (side == 'a') capture_king(row, column);
    side = side == 'a' ? 'd' : 'a';
  }

  // After an attacker has moved to a square.
  void capture_king(int row, int column) {
    for (const auto& [up, right] : kSteps) {
      const int king_row = row + up, king_column = column + right;
      if (at(king_row, king_column) != 'K') continue;
      bool surrounded = true;
      for (const auto& [u, r] : kSteps) {
        const char next = at(king_row + u, king_column + r);
        const bool closed =
            next == '#' || next == 'V' || (next == '.' && is_off_limits(king_row + u, king_column + r));
        surrounded = surrounded && closed;
      }
      if (surrounded) rows[king_row][king_column] = '.';
    }
  }
};

}  // namespace tabiya::ard_ri::test
