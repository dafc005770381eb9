#include "core/games/chess/exchange.h"

#include <array>
#include <optional>

#include "core/games/chess/attacks.h"

namespace tabiya::chess {
namespace {

constexpr int worth(Kind kind) {
  constexpr std::array<int, kKinds.size()> kPawns{1, 3, 3, 5, 9, 100};
  return kPawns[index(kind)];
}

std::optional<Kind> least_kind(const Position& position, Bitboard men) {
  if (men == 0) return std::nullopt;
  for (const Kind kind : kKinds)
    if ((position.men(kind) & men) != 0) return kind;
  return std::nullopt;
}

// The men that attack a square while others capture on it.
class Attackers {
 public:
  Attackers(const Position& position, Square square, Bitboard occupied)
      : position_(position),
        square_(square),
        occupied_(occupied),
        all_(attackers_of(position, square, occupied)) {}

  Bitboard of(Side side) const { return all_ & occupied_ & position_.men(side); }

  // One of these men of a kind captures, and uncovers what stands behind it.
  void capture(Kind kind, Bitboard men) {
    occupied_ &= ~bit(lowest(men & position_.men(kind)));
    const Bitboard queens = position_.men(Kind::kQueen);
    if (kind != Kind::kKnight && kind != Kind::kRook)
      all_ |= bishop_attacks(square_, occupied_) & (position_.men(Kind::kBishop) | queens);
    if (kind == Kind::kRook || kind == Kind::kQueen || kind == Kind::kKing)
      all_ |= rook_attacks(square_, occupied_) & (position_.men(Kind::kRook) | queens);
  }

 private:
  const Position& position_;
  const Square square_;
  Bitboard occupied_;  // without those that have captured
  Bitboard all_;
};

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
  Attackers attackers(position, move.to(), position.occupied() & ~bit(move.from()));
  for (Side side = other(us);; side = other(side)) {
    const Bitboard men = attackers.of(side);
    const auto least = least_kind(position, men);
    if (!least) return side == us;  // cannot go on
    const bool exposes_king = *least == Kind::kKing && attackers.of(other(side)) != 0;
    if (exposes_king) return side == us;
    attackers.capture(*least, men);
    balance = -balance - worth(*least);
    // Even without the man that captured now, the side is better off than if it had stopped.
    if (side == us ? balance >= 0 : balance > 0) return side != us;
  }
}

}  // namespace tabiya::chess
