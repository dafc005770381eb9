#include "core/games/variants/evaluation.h"

#include <algorithm>

namespace tabiya::variants {
namespace {

constexpr Score kCentre = 150, kAdvance = 250;

}  // namespace

Score hand_value(const Tables& tables, Kind kind) {
  return kind == tables.king ? 0 : tables.kinds[kind].value;
}

Score man_value(const Tables& tables, int side, Kind kind, Square square) {
  const Variant& rules = tables.variant;
  const int row = side == 0 ? Board::row(square) : rules.rows - 1 - Board::row(square);
  const int column = Board::column(square);
  const bool is_pawn = contains(tables.promotion_pawns[at(side)], kind);
  const Score value = hand_value(tables, kind) + kCentre * std::min(column, rules.columns - 1 - column);
  if (is_pawn) return value + kAdvance * row;
  const Score mobility = kind == tables.king ? 0 : tables.kinds[kind].mobility[Board::square(row, column)];
  return value + kCentre * std::min(row, rules.rows - 1 - row) + mobility;
}

bool men_are_burdens(const Tables& tables) {
  return tables.variant.extinction == Value::kWin && (tables.extinction_types & kEveryKind) != 0;
}

Score MenEvaluation::worth(const Position& position, int side) {
  const Tables& tables = position.tables();
  Score sum = 0;
  for (Kind kind = 0; kind < tables.kinds.size(); ++kind) {
    sum += hand_value(tables, kind) * position.in_hand(side, kind);
    for (Bitboard men = position.men(side, kind); men != 0;)
      sum += man_value(tables, side, kind, pop_lowest(men));
  }
  return sum;
}

Score MenEvaluation::value(const Position& position, State&) const {
  const int us = position.side_to_move();
  const Score difference = worth(position, us) - worth(position, other(us));
  return std::clamp(men_are_burdens(position.tables()) ? -difference : difference + kTurnValue,
                    -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace tabiya::variants
