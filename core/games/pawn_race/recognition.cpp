#include "core/games/pawn_race/race_guide.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "core/games/pawn_race/evaluation.h"

namespace tabiya::pawn_race {
namespace {

constexpr Bitboard kOwnFirst = kRank << 8, kOtherFirst = kRank << 48, kOwnLast = kRank << 56;

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

// The squares to which pawns that go down can come in one more move, if those of `fixed` stay where they are;
// where one has been, another one may come through.
Bitboard spread_down(Bitboard reach, Bitboard fixed) {
  const Bitboard steps = reach >> 8 & ~fixed;
  const Bitboard double_steps = (reach & kOtherFirst) >> 8 & ~fixed;
  return reach | steps | (double_steps >> 8 & ~fixed) | (attacks_down(reach) & fixed);
}

// The fewest moves that a pawn which goes down makes before it is stuck, if only pawns of `fixed` are in its
// way; or `enough`, if it makes as many.
int fewest_moves(Bitboard pawn, Bitboard fixed, int enough) {
  if (enough <= 0) return 0;
  const Bitboard step = pawn >> 8 & ~fixed;
  const Bitboard double_step = (pawn & kOtherFirst) == 0 ? 0 : step >> 8 & ~fixed;
  Bitboard squares = step | double_step | (attacks_down(pawn) & fixed);
  if (squares == 0) return 0;
  int fewest = enough - 1;
  while (squares != 0 && fewest > 0) {
    const Bitboard square = bit(pop_lowest(squares));
    fewest = std::min(fewest, fewest_moves(square, fixed & ~square, fewest));
  }
  return fewest + 1;
}

// The other side has a move at each of `turns` turns, whatever it does, as long as the pawns of `fixed` stay
// where they are or are captured. Each square that a pawn steps to before it meets another one or can capture
// is a move to be made, though a double step saves one. Where pawns come to capture, there is one move more:
// a capture, or the step of a pawn that forgoes it. A pawn that is alone in that, and meets no other one of
// its side, makes the fewest it can.
bool never_runs_out_of_moves(Bitboard other, Bitboard fixed, int turns) {
  const Bitboard obstacles = other | fixed, capturing = attacks_up(fixed);
  const auto walk = [&](Bitboard pawns) {
    Bitboard reach = pawns;
    for (int row = 1; row < Board::kRows; ++row) reach |= (reach & ~capturing) >> 8 & ~obstacles;
    return reach;
  };
  const auto moves_of = [&](Bitboard pawns, Bitboard reach) {
    const Bitboard first_steps = (pawns & kOtherFirst & ~capturing) >> 8 & ~obstacles;
    return count(reach) - count(pawns) - count(first_steps >> 8 & ~obstacles);
  };
  const Bitboard reach = walk(other), at_capture = reach & capturing;
  const int moves = moves_of(other, reach) + (at_capture != 0 ? 1 : 0);
  if (moves >= turns) return true;
  if (!std::has_single_bit(at_capture)) return false;
  Bitboard captor = at_capture;
  while ((captor & other) == 0) captor <<= 8;
  Bitboard way = captor;
  for (int row = 1; row < Board::kRows; ++row) way = spread_down(way, fixed);
  if ((way & walk(other & ~captor)) != 0) return false;
  const int left = turns - (moves - 1 - moves_of(captor, walk(captor)));
  return fewest_moves(captor, fixed, left) >= left;
}

// The number of moves that the other side makes before a pawn at `runner` arrives on its last rank; nothing
// if it can stop it, or wins before.
std::optional<int> turns_to_run(const SideView& view, Bitboard runner, bool own_turn) {
  if ((all_above(runner) & (view.own | view.other)) != 0) return std::nullopt;
  const Bitboard fixed = view.own & ~runner;
  Bitboard reach = view.other, passed = 0;
  for (int turns = 0;; ++turns, own_turn = true) {
    if (own_turn) {
      passed = (runner & kOwnFirst) << 8;
      runner <<= passed == 0 ? 8 : 16;
      if ((runner & kOwnLast) != 0) return turns;
    }
    if ((attacks_down(reach) & (runner | passed)) != 0) return std::nullopt;
    reach = spread_down(reach, fixed);
    const Bitboard next = runner << 8 | (runner & kOwnFirst) << 16;
    if ((reach & (kRank | next)) != 0) return std::nullopt;
  }
}

// A pawn at `runner` arrives, whatever the other side does; if that one cannot run out of moves meanwhile,
// which is a draw, or where a draw is enough.
bool runs_through(const SideView& view, Bitboard runner, bool own_turn, bool must_win) {
  const std::optional<int> turns = turns_to_run(view, runner, own_turn);
  return turns && (!must_win || never_runs_out_of_moves(view.other, view.own & ~runner, *turns));
}

// True if some pawn of the side whose view this is cannot be stopped.
bool has_winning_runner(const SideView& view, bool own_turn, bool must_win) {
  // Pawns that an enemy pawn stands in front of, on their file or a neighbouring one, are left to the search.
  const Bitboard attacked = attacks_down(view.other);
  const Bitboard in_the_way = all_below(view.other) | all_below(attacked) | (own_turn ? 0 : attacked);
  Bitboard candidates = view.own & ~in_the_way;
  while (candidates != 0) {
    const Bitboard foremost = Bitboard{1} << (63 - std::countl_zero(candidates));
    if (runs_through(view, foremost, own_turn, must_win)) return true;
    candidates &= ~foremost;
  }
  return false;
}

// The side whose view this is, and whose turn it is, captures with a pawn that cannot be stopped then.
bool captures_and_runs(const SideView& view, bool must_win) {
  for (const auto& [targets, by] : {std::pair{(view.own & kNotA) << 7, 7}, {(view.own & kNotH) << 9, 9}}) {
    for (Bitboard rest = targets & view.other; rest != 0;) {
      const Bitboard to = bit(pop_lowest(rest));
      const SideView next{(view.own ^ to >> by) | to, view.other & ~to};
      if (runs_through(next, to, false, must_win)) return true;
    }
  }
  return false;
}

// True if nobody can ever capture, and no pawn of the side whose view this is has a free way to its last
// rank.
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
  const bool we_attack = index(us) == attacker;
  const SideView view = view_of(position, us), their_view = view_of(position, them);
  if (wins_at_once(view) || has_winning_runner(view, true, we_attack)) return winner(us);
  if (can_capture_in_passing(position)) return Verdict::kUnknown;
  if (has_winning_runner(their_view, false, !we_attack)) return winner(them);
  if (captures_and_runs(view, we_attack)) return winner(us);
  if (is_blocked(we_attack ? view : their_view)) return Verdict::kAttackerDoesNotWin;
  return Verdict::kUnknown;
}

}  // namespace tabiya::pawn_race
