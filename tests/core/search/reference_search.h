// Plain minimax with quiescence: the same values as core/search/alpha_beta.h without its pruning, found in the
// obvious way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/search/game.h"
#include "core/search/search_terms.h"

namespace tabiya {

template <Game G>
class ReferenceSearch {
 public:
  using Move = typename G::Move;
  using Node = typename G::Node;

  explicit ReferenceSearch(const G& game) : game_(game) {}

  // The value of the root, or of one move there, when it has no other; after a game that went through
  // `played`, the last node last.
  Score search(const Node& root, int depth, Move only = Move{}, std::vector<Node> played = {}) {
    root_depth_ = depth;
    only_ = only;
    line_ = std::move(played);
    root_at_ = line_.size();
    line_.push_back(root);
    return minimax(depth);
  }

 private:
  int ply() const { return static_cast<int>(line_.size() - root_at_) - 1; }

  Score minimax(int depth) {
    const Node node = line_.back();
    if (const auto score = settled_score(game_, node, ply())) return *score;
    if (repeats()) return outcome_score(G::kRepetition, ply());
    const bool in_check = is_in_check(game_, node);
    if (in_check && extends_check(ply(), root_depth_)) ++depth;
    if (depth <= 0 || ply() == kMaxPly) return quiescence();
    MoveList<Move> moves;
    if (in_check) {
      game_.generate(node, MoveKind::kEvasions, moves);
      if (moves.empty()) return score_without_evasion(node);
    } else {
      game_.generate_all(node, moves);
    }
    if (moves.empty()) return score_without_moves(node);
    Score best = loss_in(ply());
    for (const Move move : moves) {
      if (ply() == 0 && only_ != Move{} && move != only_) continue;
      best = std::max(best, -after(move, [&] { return minimax(depth - 1); }));
    }
    return best;
  }

  Score quiescence() {
    Node node = line_.back();
    if (const auto score = settled_score(game_, node, ply())) return *score;
    if (ply() == kMaxPly) return static_score(game_, node);
    const bool in_check = is_in_check(game_, node);
    MoveList<Move> moves;
    game_.generate(node, in_check ? MoveKind::kEvasions : MoveKind::kCaptures, moves);
    if (in_check && moves.empty()) return score_without_evasion(node);
    Score best = in_check ? -kInfiniteScore : static_score(game_, node);
    for (const Move move : moves) {
      best = std::max(best, -after(move, [&] { return quiescence(); }));
    }
    return best;
  }

  // The score of a side in check that has no evasion.
  Score score_without_evasion(const Node& node) const {
    MoveList<Move> moves;
    game_.generate_all(node, moves);
    return moves.empty() ? score_without_moves(node) : loss_in(ply() + 2);
  }

  Score score_without_moves(const Node& node) const {
    return outcome_score(game_.without_moves(node), ply());
  }

  template <class Search>
  Score after(Move move, Search search) {
    Node child;
    game_.make(line_.back(), move, child);
    line_.push_back(child);
    const Score score = search();
    line_.pop_back();
    return score;
  }

  bool repeats() const {
    if (ply() == 0 || G::kRepetition == Outcome::kOpen) return false;
    const int last = static_cast<int>(line_.size()) - 1;
    const int reach = std::min(last, static_cast<int>(game_.reversible_plies(line_.back())));
    for (int back = 2; back <= reach; back += 2) {
      if (game_.repetition_key(line_[last - back]) == game_.repetition_key(line_.back())) return true;
    }
    return false;
  }

  const G& game_;
  std::vector<Node> line_;  // the game, the root, and what follows
  std::size_t root_at_ = 0;
  int root_depth_ = 0;
  Move only_{};  // at the root, if not none
};

}  // namespace tabiya
