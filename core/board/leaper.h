// Attack tables of leapers. An (m,n) leaper jumps m squares along one axis and n along the other, in every
// direction, over anything.
#pragma once

#include <array>

#include "core/board/bitboard.h"

namespace tabiya {

struct Leap {
  int m;
  int n;
};

template <class Board>
using AttackTable = std::array<Bitboard, Board::kSquares>;

template <class Board>
constexpr AttackTable<Board> leaper_attacks(Leap leap) {
  AttackTable<Board> table{};
  for (Square from = 0; from < Board::kSquares; ++from) {
    for (int sign_m : {-1, 1}) {
      for (int sign_n : {-1, 1}) {
        for (bool swap : {false, true}) {
          const int rows = swap ? sign_n * leap.n : sign_m * leap.m;
          const int columns = swap ? sign_m * leap.m : sign_n * leap.n;
          const int row = Board::row(from) + rows;
          const int column = Board::column(from) + columns;
          if (Board::contains(row, column)) table[from] |= bit(Board::square(row, column));
        }
      }
    }
  }
  return table;
}

// Squares that a leaper reaches in exactly two jumps on an empty board, its own square included.
template <class Board>
constexpr AttackTable<Board> two_jumps(const AttackTable<Board>& attacks) {
  AttackTable<Board> table{};
  for (Square from = 0; from < Board::kSquares; ++from) {
    for (Bitboard via = attacks[from]; via != 0;) table[from] |= attacks[pop_lowest(via)];
  }
  return table;
}

}  // namespace tabiya
