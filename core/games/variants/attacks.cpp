#include "core/games/variants/attacks.h"

namespace tabiya::variants {
namespace {

const KindMoves& moves_of(const Position& position, int side, Kind kind) {
  return position.tables().moves[at(side)][kind];
}

Bitboard by_riders(const std::vector<Rider>& riders, Square from, Bitboard occupied) {
  Bitboard squares = 0;
  for (const Rider& rider : riders) squares |= rider.targets(from, occupied);
  return squares;
}

Bitboard by_steps(const std::vector<SpecialStep>& steps, const KindMoves& moves, Square from,
                  Bitboard occupied) {
  Bitboard squares = 0;
  for (const SpecialStep& step : steps)
    if (!step.step.initial || has(moves.initial_squares, from)) squares |= step.targets(from, occupied);
  return squares;
}

}  // namespace

Bitboard captures_of(const Position& position, int side, Kind kind, Square from, Bitboard occupied) {
  const KindMoves& moves = moves_of(position, side, kind);
  return moves.leaps[from] | moves.capturing_leaps[from] | by_riders(moves.riders, from, occupied) |
         by_riders(moves.capturing_riders, from, occupied) |
         by_steps(moves.capturing_steps, moves, from, occupied);
}

Bitboard quiet_moves_of(const Position& position, int side, Kind kind, Square from, Bitboard occupied) {
  const KindMoves& moves = moves_of(position, side, kind);
  return moves.leaps[from] | moves.quiet_leaps[from] | by_riders(moves.riders, from, occupied) |
         by_riders(moves.quiet_riders, from, occupied) | by_steps(moves.quiet_steps, moves, from, occupied);
}

Bitboard targets_of(const Position& position, int side, Kind kind, Square from) {
  const Bitboard occupied = position.occupied(), enemies = position.men(other(side));
  const KindMoves& moves = moves_of(position, side, kind);
  Bitboard both = moves.leaps[from] | by_riders(moves.riders, from, occupied);
  Bitboard quiet = moves.quiet_leaps[from], captures = moves.capturing_leaps[from];
  if (!moves.is_simple) {
    quiet |=
        by_riders(moves.quiet_riders, from, occupied) | by_steps(moves.quiet_steps, moves, from, occupied);
    captures |= by_riders(moves.capturing_riders, from, occupied) |
                by_steps(moves.capturing_steps, moves, from, occupied);
  }
  return (both & (~occupied | enemies)) | (quiet & ~occupied) | (captures & enemies);
}

Bitboard attackers_of_kind(const Position& position, Square square, int side, Kind kind, Bitboard occupied) {
  const KindMoves& moves = moves_of(position, side, kind);
  const Bitboard men = position.men(side, kind);
  Bitboard attackers = moves.leap_attackers[square];
  if ((moves.sight[square] & men) != 0) attackers |= by_riders(moves.attacking_riders, square, occupied);
  attackers &= men;
  if (moves.capturing_steps.empty()) return attackers;
  for (Bitboard others = men & ~attackers; others != 0;) {
    const Square from = pop_lowest(others);
    if (has(by_steps(moves.capturing_steps, moves, from, occupied), square)) attackers |= bit(from);
  }
  return attackers;
}

Bitboard attackers_of(const Position& position, Square square, int side, Bitboard occupied) {
  Bitboard attackers = 0;
  for (std::size_t kind = 0; kind < position.tables().kinds.size(); ++kind)
    attackers |= attackers_of_kind(position, square, side, static_cast<Kind>(kind), occupied);
  return attackers;
}

bool is_attacked(const Position& position, Bitboard squares, int side, Bitboard occupied, Bitboard removed) {
  while (squares != 0) {
    const Square square = pop_lowest(squares);
    for (std::size_t kind = 0; kind < position.tables().kinds.size(); ++kind) {
      if ((position.men(side, static_cast<Kind>(kind)) & ~removed) == 0) continue;
      if ((attackers_of_kind(position, square, side, static_cast<Kind>(kind), occupied) & ~removed) != 0)
        return true;
    }
  }
  return false;
}

}  // namespace tabiya::variants
