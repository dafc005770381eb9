#include "core/games/zero_point_one/exchange.h"

#include <algorithm>

namespace tabiya::zero_point_one {
namespace {

// Leapers do not uncover each other, so that the sets of attackers only shrink.
struct Attackers {
  std::array<Bitboard, kSides> left;

  // Takes the least worthy one of a side; its kind.
  Kind take_least(const Position& position, Side side) {
    Bitboard& mine = left[index(side)];
    for (Kind kind : kAllKinds) {
      const Bitboard of_kind = mine & position.pieces(kind);
      if (of_kind == 0) continue;
      mine ^= bit(lowest(of_kind));
      return kind;
    }
    return Kind::kWazir;  // never: callers ask only when there is one
  }
};

// What `side` wins by capturing a piece of `worth`, or 0 where it does better not to.
int best_recapture(const Position& position, Attackers& attackers, Side side, int worth) {
  if (attackers.left[index(side)] == 0) return 0;
  const Kind kind = attackers.take_least(position, side);
  return std::max(0, worth - best_recapture(position, attackers, other(side), kExchangeWorth[index(kind)]));
}

}  // namespace

int exchange_value(const Position& position, Move move) {
  const Side us = position.side_to_move();
  Attackers attackers{
      {position.attackers(Side::kRed, move.to()), position.attackers(Side::kBlue, move.to())}};
  attackers.left[index(us)] &= ~bit(move.from());
  const int won = kExchangeWorth[index(position.at(move.to()).kind())];
  const int at_risk = kExchangeWorth[index(position.at(move.from()).kind())];
  return won - best_recapture(position, attackers, other(us), at_risk);
}

}  // namespace tabiya::zero_point_one
