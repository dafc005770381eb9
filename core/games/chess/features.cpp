#include "core/games/chess/features.h"

#include <algorithm>

namespace tabiya::chess {

static_assert(TaperedFeatures<Features>);

Features::Change Features::change(const Position& before, Move move) {
  Change change;
  if (move.is_none()) return change;
  const Side us = before.side_to_move(), them = other(us);
  const Kind kind = *before.kind_at(move.from());
  Square to = move.to();
  if (kind == Kind::kKing && before.is_castling(move)) {
    const Castling target = castling_targets(us, before.wing_of(move));
    change.remove({us, Kind::kRook, move.to()});
    change.add({us, Kind::kRook, target.rook});
    to = target.king;
  } else if (const auto captured = before.kind_at(to)) {
    change.remove({them, *captured, to});
  } else if (kind == Kind::kPawn && to == before.passed_square()) {
    change.remove({them, Kind::kPawn, static_cast<Square>(to - forward(us))});
  }
  if (to == move.from()) return change;  // a king that castles where it stands
  change.king_bucket_changed[static_cast<std::size_t>(index(us))] = kind == Kind::kKing;
  change.remove({us, kind, move.from()});
  change.add({us, move.promotion().value_or(kind), to});
  return change;
}

int Features::phase(const Position& position) {
  constexpr int kWhole = 24;
  const int left = count(position.men(Kind::kKnight) | position.men(Kind::kBishop)) +
                   2 * count(position.men(Kind::kRook)) + 4 * count(position.men(Kind::kQueen));
  return std::min(left, kWhole) * kMiddlegame / kWhole;
}

}  // namespace tabiya::chess
