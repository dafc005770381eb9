#include "core/variants/rules.h"

namespace tabiya::variants {

// Where the n-move rule comes near, the clock counts, too.
std::uint64_t Rules::key(const Position& position) {
  constexpr int kNear = 20;
  const int n_move = position.rules().n_move;
  if (n_move == 0 || position.clock() < 2 * n_move - kNear) return position.hash();
  return position.hash() + 0x9E3779B97F4A7C15 * static_cast<std::uint64_t>(position.clock());
}

void Rules::generate(const Position& position, MoveKind move_kind, MoveList<Move>& moves) {
  if (move_kind == MoveKind::kEvasions) return generate_all(position, moves);
  if (move_kind != MoveKind::kCaptures && move_kind != MoveKind::kOtherQuiets) return;
  MoveList<Move> all;
  generate_all(position, all);
  for (const Move move : all)
    if (is_capture(position, move) == (move_kind == MoveKind::kCaptures)) moves.push_back(move);
}

int Rules::capture_order(const Position& position, Move move) {
  const auto& kinds = position.tables().kinds;
  int order = 0;
  if (position.is_capture(move)) order += kinds[position.kind_at(position.captured_square(move))].value * 8;
  if (move.is_promotion()) order += kinds[position.tables().promotion_targets[move.promotion_place()]].value;
  return order - kinds[position.kind_at(move.from())].value / 8;
}

}  // namespace tabiya::variants
