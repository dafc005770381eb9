#include "core/games/variants/rules.h"

#include <algorithm>

namespace tabiya::variants {

// When the n-move rule or the end of a count comes near, the number of plies matters, too.
std::uint64_t Rules::key(const Position& position) {
  constexpr int kNear = 20;
  constexpr std::uint64_t kByClock = 0x9E3779B97F4A7C15, kByCount = 0xC2B2AE3D27D4EB4F;
  std::uint64_t key = position.hash();
  const int n_move = position.rules().n_move, limit = position.counting_limit();
  if (n_move != 0 && position.clock() >= 2 * n_move - kNear)
    key += kByClock * static_cast<std::uint64_t>(position.clock());
  if (limit != 0 && position.counted() >= limit - kNear)
    key += kByCount * static_cast<std::uint64_t>(1 + limit - std::min(limit, position.counted()));
  return key;
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
