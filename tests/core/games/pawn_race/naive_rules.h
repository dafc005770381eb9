// The rules of Pawn Race a second time, on a board of letters: written for the reader, nothing for speed, and
// sharing nothing with the program but the text of positions.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace tabiya::pawn_race::test {

struct NaiveMove {
  std::string coordinates, san;
};

struct NaiveGame {
  std::array<std::string, 8> ranks;  // ranks[0] is rank 1; '.' is an empty square
  char side = 'w';
  std::string passed = "-";
  int number = 1;

  explicit NaiveGame(const std::string& text) {
    std::istringstream fields(text);
    std::string board, castling;
    int clock = 0;
    fields >> board >> side >> castling >> passed >> clock >> number;
    int rank = 7;
    for (const char c : board) {
      if (c == '/') {
        --rank;
      } else if (std::isdigit(static_cast<unsigned char>(c))) {
        ranks[rank] += std::string(static_cast<std::size_t>(c - '0'), '.');
      } else {
        ranks[rank] += c;
      }
    }
  }

  static std::string square(int file, int rank) {
    return {static_cast<char>('a' + file), static_cast<char>('1' + rank)};
  }
  char at(int file, int rank) const { return file < 0 || file > 7 ? '#' : ranks[rank][file]; }
  char own() const { return side == 'w' ? 'P' : 'p'; }
  char enemy() const { return side == 'w' ? 'p' : 'P'; }
  int up() const { return side == 'w' ? 1 : -1; }

  bool has_pawns(char pawn) const {
    return std::ranges::any_of(ranks, [&](const std::string& r) { return r.find(pawn) != r.npos; });
  }
  // The side to move has lost.
  bool is_lost() const {
    return !has_pawns(own()) || ranks[0].find('p') != std::string::npos ||
           ranks[7].find('P') != std::string::npos;
  }

  std::vector<NaiveMove> moves() const {
    std::vector<NaiveMove> found;
    if (is_lost()) return found;
    for (int rank = 1; rank < 7; ++rank)
      for (int file = 0; file < 8; ++file)
        if (at(file, rank) == own()) add_moves(file, rank, found);
    return found;
  }

  void add_moves(int file, int rank, std::vector<NaiveMove>& found) const {
    const std::string from = square(file, rank);
    const int next = rank + up();
    if (at(file, next) == '.') {
      found.push_back({from + square(file, next), square(file, next)});
      const bool is_first_move = rank == (side == 'w' ? 1 : 6);
      if (is_first_move && at(file, next + up()) == '.')
        found.push_back({from + square(file, next + up()), square(file, next + up())});
    }
    for (const int beside : {file - 1, file + 1}) {
      if (beside < 0 || beside > 7) continue;
      const std::string to = square(beside, next);
      if (at(beside, next) == enemy() || to == passed) found.push_back({from + to, from[0] + ("x" + to)});
    }
  }

  void play(const std::string& move) {  // in coordinates
    const int from_file = move[0] - 'a', from_rank = move[1] - '1';
    const int file = move[2] - 'a', rank = move[3] - '1';
    if (move.substr(2) == passed && file != from_file) ranks[from_rank][file] = '.';
    ranks[rank][file] = own();
    ranks[from_rank][from_file] = '.';
    passed = std::abs(rank - from_rank) == 2 ? square(file, (rank + from_rank) / 2) : "-";
    if (side == 'b') ++number;
    side = side == 'w' ? 'b' : 'w';
  }

  std::string text() const {
    std::string board;
    for (int rank = 7; rank >= 0; --rank) {
      int empty = 0;
      for (const char c : ranks[rank] + "/") {
        if (c == '.') {
          ++empty;
          continue;
        }
        if (empty > 0) board += std::to_string(empty);
        empty = 0;
        board += c;
      }
    }
    board.pop_back();
    return board + " " + side + " - " + passed + " 0 " + std::to_string(number);
  }
};

}  // namespace tabiya::pawn_race::test
