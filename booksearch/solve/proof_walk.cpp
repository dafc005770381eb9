#include "booksearch/solve/proof_walk.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tabiya::booksearch {
namespace {

enum class Ending { kNone, kGood, kBad };  // for the prover

Ending ending_of(const Claim& claim, const GamePosition& position) {
  const Outcome outcome = position.outcome();
  if (outcome == Outcome::kOpen) return Ending::kNone;
  const bool is_won_by_side =
      outcome == (position.side_to_move() == claim.side ? Outcome::kWin : Outcome::kLoss);
  return is_won_by_side == claim.wins ? Ending::kGood : Ending::kBad;
}

std::vector<std::string> sorted_moves(const GamePosition& position) {
  std::vector<std::string> moves;
  for (const MoveText& move : position.moves()) moves.push_back(move.wire);
  std::ranges::sort(moves);
  return moves;
}

// True if the claim is shown within `depth` plies, with at most `left` positions looked at.
bool is_shown(const Claim& claim, const PositionHandle& position, int depth, std::uint64_t& left) {
  if (left == 0) return false;
  --left;
  const Ending ending = ending_of(claim, *position);
  if (ending != Ending::kNone || depth == 0) return ending == Ending::kGood;
  const bool proves = position->side_to_move() == claim.prover();
  for (const std::string& move : sorted_moves(*position)) {
    const auto next = position->after(move);
    if (!next) return false;
    if (is_shown(claim, *next, depth - 1, left) == proves) return proves;
  }
  return !proves;
}

constexpr int kLongestLine = 1'000;  // plies

}  // namespace

bool is_shown_by_trial(const Claim& claim, const PositionHandle& position, std::uint64_t cut) {
  std::uint64_t left = cut;
  for (int depth = 1; left > 0 && depth < kLongestLine; ++depth)
    if (is_shown(claim, position, depth, left)) return true;
  return false;
}

Status ProofWalk::visit(const PositionHandle& position, int depth) {
  const Ending ending = ending_of(claim_, *position);
  if (ending == Ending::kGood) return ok_status();
  const std::string text = position->text();
  if (ending == Ending::kBad) return invalid("the game does not end as claimed in " + text);
  if (depth > kLongestLine) return invalid("the proof has a line of more than 1000 plies");
  const auto [known, is_new] = seen_.try_emplace(text, State::kOnLine);
  if (!is_new) {
    // A side that repeats positions does not win.
    if (known->second == State::kShown || !claim_.wins) return ok_status();
    return invalid("the proof goes in a circle, by way of " + text);
  }
  const Status visited = visit_moves(position, depth);
  if (visited) seen_[text] = State::kShown;
  return visited;
}

Status ProofWalk::visit_moves(const PositionHandle& position, int depth) {
  std::vector<std::string> moves;
  if (position->side_to_move() != claim_.prover()) {
    moves = sorted_moves(*position);
  } else {
    const Result<std::string> move = next_move_(position);
    if (!move) return move.error();
    if (*move == kNoMove) {
      if (is_shown_by_trial(claim_, position, cut_)) return ok_status();
      return invalid("the proof has no move, and trials find none, in " + position->text());
    }
    moves.push_back(*move);
  }
  for (const std::string& move : moves) {
    const Result<PositionHandle> next = position->after(move);
    if (!next) return invalid("'" + move + "' in " + position->text() + ": " + next.error().message);
    if (const Status visited = visit(*next, depth + 1); !visited) return visited;
  }
  return ok_status();
}

}  // namespace tabiya::booksearch
