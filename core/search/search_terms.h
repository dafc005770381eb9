// The terms of the game tree that every search here shares: what the values of nodes mean, and which nodes
// have a value at once. alpha_beta.h finds these values fast, and tests/core/search/reference_search.h in the
// obvious way.
//
// Values count from the root: a side that captures the royal piece with the move at distance n (n = 0 at the
// root) wins in n + 1. A side in check that has moves but no evasion loses in two plies more. A side without
// any move, and a position that occurred before, on the line or in the game that led to the root, are what
// the game says.
//
// A node in check is searched one ply deeper, as long as it is nearer to the root than twice the depth of
// the search. At depth 0 a quiescence search follows: the side to move may stand pat on its static evaluation
// or capture; in check it must choose among its evasions.
#pragma once

#include <algorithm>
#include <optional>

#include "core/search/game.h"
#include "core/search/score.h"

namespace tabiya {

// The score of an outcome, not kOpen, at distance `ply` from the root.
constexpr Score outcome_score(Outcome outcome, int ply) {
  if (outcome == Outcome::kLoss) return loss_in(ply);
  return outcome == Outcome::kWin ? win_in(ply) : kDrawScore;
}

template <Game G>
std::optional<Score> settled_score(const G& game, const typename G::Node& node, int ply) {
  if (const Outcome outcome = game.outcome(node); outcome != Outcome::kOpen)
    return outcome_score(outcome, ply);
  if (can_win_at_once(game, node)) return win_in(ply + 1);
  return std::nullopt;
}

template <Game G>
Score static_score(const G& game, typename G::Node& node) {
  return std::clamp<Score>(game.evaluate(node), -kMaxEvaluation, kMaxEvaluation);
}

constexpr bool extends_check(int ply, int root_depth) { return ply < 2 * root_depth; }

}  // namespace tabiya
