#include "core/games/chess/exchange.h"

#include <array>
#include <cstddef>
#include <optional>

#include "core/games/chess/attacks.h"

namespace tabiya::chess {
namespace {

constexpr int worth(Kind kind) {
  constexpr std::array<int, kKinds.size()> kPawns{1, 3, 3, 5, 9, 100};
  return kPawns[index(kind)];
}

std::optional<Kind> least_kind(const Position& position, Bitboard men) {
  for (const Kind kind : kKinds)
    if ((position.men(kind) & men) != 0) return kind;
  return std::nullopt;
}

}  // namespace

// `balance` is what the side that has just captured has won so far, less the man that stands on the square
// now: the worst that it can end with. As long as that is not enough, the other side has no reason to stop.
// The first side begins with what it may lose.
bool loses_exchange(const Position& position, Move move, int tolerance) {
  if (move.promotion()) return false;
  const Side us = position.side_to_move();
  const Kind mover = *position.kind_at(move.from());
  if (mover == Kind::kKing && position.is_castling(move)) return false;
  int balance = tolerance - worth(mover);
  if (const auto victim = position.kind_at(move.to())) {
    balance += worth(*victim);
  } else if (mover == Kind::kPawn && move.to() == position.passed_square()) {
    balance += worth(Kind::kPawn);
  }
  if (balance >= 0) return false;
  Bitboard occupied = position.occupied() & ~bit(move.from());
  for (Side side = other(us);; side = other(side)) {
    const Bitboard attackers = attackers_of(position, move.to(), side, occupied) & occupied;
    const auto least = least_kind(position, attackers);
    if (!least) return side == us;  // cannot go on
    const bool exposes_king =
        *least == Kind::kKing && (attackers_of(position, move.to(), other(side), occupied) & occupied) != 0;
    if (exposes_king) return side == us;
    occupied &= ~bit(lowest(attackers & position.men(*least)));
    balance = -balance - worth(*least);
    // Even without the man that captured now, the side is better off than if it had stopped.
    if (side == us ? balance >= 0 : balance > 0) return side != us;
  }
}

}  // namespace tabiya::chess
