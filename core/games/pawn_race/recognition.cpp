#include "core/games/pawn_race/recognition.h"

#include <bit>

#include "core/games/pawn_race/side_view.h"

namespace tabiya::pawn_race {
namespace {

constexpr Bitboard kNotA = 0xfefe'fefe'fefe'fefe, kNotH = kNotA >> 1;
constexpr Bitboard kOtherFirst = kRank << 48, kOwnLast = kRank << 56;

constexpr Bitboard attacks_up(Bitboard pawns) { return (pawns & kNotA) << 7 | (pawns & kNotH) << 9; }
constexpr Bitboard attacks_down(Bitboard pawns) { return (pawns & kNotA) >> 9 | (pawns & kNotH) >> 7; }

constexpr Bitboard all_above(Bitboard pawns) {
  pawns <<= 8;
  pawns |= pawns << 8;
  pawns |= pawns << 16;
  return pawns | pawns << 32;
}
constexpr Bitboard all_below(Bitboard pawns) {
  pawns >>= 8;
  pawns |= pawns >> 8;
  pawns |= pawns >> 16;
  return pawns | pawns >> 32;
}

bool wins_at_once(const SideView& view) {
  const Bitboard captures = attacks_up(view.own) & view.other;
  const Bitboard steps = view.own << 8 & ~(view.own | view.other);
  return ((steps | captures) & kOwnLast) != 0 || (captures != 0 && std::has_single_bit(view.other));
}

// Where pawns that go down can come in one more move, if those of `fixed` stay where they are; where one has
// been, another one may come through.
Bitboard spread_down(Bitboard reach, Bitboard fixed) {
  const Bitboard steps = reach >> 8 & ~fixed;
  const Bitboard double_steps = (reach & kOtherFirst) >> 8 & ~fixed;
  return reach | steps | (double_steps >> 8 & ~fixed) | (attacks_down(reach) & fixed);
}

// The other side has a move at each of `turns` turns, whatever it does, as long as the pawns of `fixed` stay.
// Each square that a pawn can step to before it meets another one or can capture is a move to be made; a
// double step saves one.
bool never_runs_out_of_moves(Bitboard other, Bitboard fixed, int turns) {
  const Bitboard obstacles = other | fixed;
  const auto steps_of = [&](Bitboard pawns) {
    Bitboard reach = pawns;
    for (int row = 1; row < Board::kRows; ++row) reach |= reach >> 8 & ~obstacles;
    return reach;
  };
  Bitboard reach = steps_of(other), counted = other;
  if ((attacks_down(reach) & fixed) != 0) {
    counted = 0;
    for (Bitboard rest = other; rest != 0;) {
      const Bitboard pawn = bit(pop_lowest(rest));
      if ((attacks_down(steps_of(pawn)) & fixed) == 0) counted |= pawn;
    }
    reach = steps_of(counted);
  }
  return count(reach) - count(counted) - count(counted & kOtherFirst) >= turns;
}

// A pawn at `runner` goes up to its last rank, whatever the other side does meanwhile.
bool runs_through(const SideView& view, Bitboard runner, bool own_turn) {
  const Bitboard fixed = view.own & ~runner;
  if ((all_above(runner) & (view.own | view.other)) != 0) return false;
  const int steps = Board::kRows - 1 - lowest(runner) / Board::kColumns;
  const int turns = own_turn ? steps - 1 : steps;
  Bitboard reach = view.other;
  Bitboard square = own_turn ? runner << 8 : runner;
  for (int turn = 0; turn < turns; ++turn, square <<= 8) {
    if ((attacks_down(reach) & square) != 0) return false;
    reach = spread_down(reach, fixed);
    if ((reach & (kRank | square << 8)) != 0) return false;
  }
  return never_runs_out_of_moves(view.other, fixed, turns);
}

// Some pawn of the side whose view this is cannot be stopped.
bool has_winning_runner(const SideView& view, bool own_turn) {
  // Pawns that an enemy pawn stands in front of, on their file or a neighbouring one, are left to the search.
  const Bitboard attacked = attacks_down(view.other);
  const Bitboard in_the_way = all_below(view.other) | all_below(attacked) | (own_turn ? 0 : attacked);
  Bitboard candidates = view.own & ~in_the_way;
  while (candidates != 0) {
    const Bitboard foremost = Bitboard{1} << (63 - std::countl_zero(candidates));
    if (runs_through(view, foremost, own_turn)) return true;
    candidates &= ~foremost;
  }
  return false;
}

// Nobody can ever capture, and no pawn of the side whose view this is has a free way to its last rank.
bool is_blocked(const SideView& view) {
  Bitboard own_reach = view.own, other_reach = view.other;
  for (int row = 1; row < Board::kRows; ++row) {
    own_reach |= own_reach << 8 & ~view.other;
    other_reach |= other_reach >> 8 & ~view.own;
  }
  return (own_reach & kOwnLast) == 0 && (attacks_up(own_reach) & other_reach) == 0;
}

bool can_capture_in_passing(const Position& position) {
  if (position.passed_square() == kNoSquare) return false;
  return has(targets_of(position, position.pawns(position.side_to_move())).captures(),
             position.passed_square());
}

}  // namespace

Verdict recognise(const Position& position, int attacker) {
  const Side us = position.side_to_move(), them = other(us);
  const auto winner = [&](Side side) {
    return index(side) == attacker ? Verdict::kAttackerWins : Verdict::kAttackerDoesNotWin;
  };
  const SideView view = view_of(position, us);
  if (wins_at_once(view)) return winner(us);
  if (can_capture_in_passing(position)) return Verdict::kUnknown;
  if (has_winning_runner(view, true)) return winner(us);
  const SideView their_view = view_of(position, them);
  if (has_winning_runner(their_view, false)) return winner(them);
  if (is_blocked(index(us) == attacker ? view : their_view)) return Verdict::kAttackerDoesNotWin;
  return Verdict::kUnknown;
}

}  // namespace tabiya::pawn_race
