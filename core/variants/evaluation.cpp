#include "core/variants/evaluation.h"

#include <algorithm>
#include <cstdlib>

namespace tabiya::variants {
namespace {

constexpr Score kTurn = 500, kCentre = 150, kAdvance = 250;

Score worth(const Position& position, int side) {
  const Variant& rules = position.rules();
  const auto& kinds = position.tables().kinds;
  Score sum = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const Kind kind = static_cast<Kind>(i);
    const bool is_pawn = contains(position.tables().promotion_pawns[at(side)], kind);
    const Score value = kind == position.tables().king ? 0 : kinds[kind].value;
    sum += value * position.in_hand(side, kind);
    for (Bitboard men = position.men(side, kind); men != 0;) {
      const Square square = pop_lowest(men);
      const int row = side == 0 ? Board::row(square) : rules.rows - 1 - Board::row(square);
      const int column = Board::column(square);
      sum += value + kCentre * std::min(column, rules.columns - 1 - column);
      sum += is_pawn ? kAdvance * row : kCentre * std::min(row, rules.rows - 1 - row);
    }
  }
  return sum;
}

}  // namespace

Score MenEvaluation::value(const Position& position, State&) const {
  const int us = position.side_to_move();
  const Variant& rules = position.rules();
  const Score difference = worth(position, us) - worth(position, other(us));
  const bool is_burden =
      rules.extinction == Value::kWin && (position.tables().extinction_types & kEveryKind) != 0;
  return std::clamp(is_burden ? -difference : difference + kTurn, -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace tabiya::variants
