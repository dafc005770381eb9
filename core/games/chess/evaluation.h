// An evaluation to begin with: men, and where they stand.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/games/chess/position.h"
#include "core/games/chess/rules.h"
#include "core/search/rules.h"
#include "core/search/score.h"

namespace tabiya::chess {

// Linear in the men and their squares, with guessed weights, not trained: pawns gain by advancing, most of
// all in the middle; knights, bishops and queens by standing near the centre; rooks by the seventh rank;
// kings stay at home while there are queens, and come to the centre without.
class ArrayEvaluation {
 public:
  struct State {};

  void reset(const Position&, State&) const {}
  void update(const Position&, const State&, Move, const Position&, State&) const {}
  Score value(const Position& position, State&) const {
    const Side us = position.side_to_move();
    return worth(position, us) - worth(position, other(us)) + kTurn;
  }
  std::uint64_t fingerprint() const { return 1; }

 private:
  static constexpr Score kTurn = 600;

  // 0 at the edge, 3 in the middle.
  static constexpr int centrality(int line) { return std::min(line, Board::kRows - 1 - line); }

  // Of a man that is `row` rows away from his own first row.
  static constexpr Score man_worth(Kind kind, int row, int column, bool has_enemy_queen) {
    const int centre = centrality(row) + centrality(column);
    switch (kind) {
      case Kind::kPawn:
        return 5'000 + 120 * row * row / 2 + 150 * centrality(column) * std::min(row, 4) / 2;
      case Kind::kKnight:
        return 14'500 + 450 * centre;
      case Kind::kBishop:
        return 16'000 + 250 * centre + (row == 0 ? -400 : 0);
      case Kind::kRook:
        return 25'000 + 150 * centrality(column) + (row == 6 ? 1'200 : 0);
      case Kind::kQueen:
        return 48'000 + 120 * centre;
      case Kind::kKing:
        return has_enemy_queen ? -900 * std::min(row, 3) - 400 * centrality(column) : 350 * centre;
    }
    return 0;
  }

  static Score worth(const Position& position, Side side) {
    const bool has_enemy_queen = position.men(other(side), Kind::kQueen) != 0;
    Score sum = 0;
    for (const Kind kind : kKinds) {
      for (Bitboard men = position.men(side, kind); men != 0;) {
        const Square square = pop_lowest(men);
        const int row = side == Side::kWhite ? Board::row(square) : Board::kRows - 1 - Board::row(square);
        sum += man_worth(kind, row, Board::column(square), has_enemy_queen);
      }
    }
    return sum;
  }
};
static_assert(EvaluatorOf<ArrayEvaluation, Rules>);

}  // namespace tabiya::chess
