// SearchMemory: what a search remembers from node to node, besides the transposition table: which quiet moves
// refuted positions, and by how much evaluations were off.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/search/game.h"
#include "core/search/history.h"
#include "core/search/parameters.h"
#include "core/search/score.h"

namespace tabiya {

template <Game G>
class SearchMemory {
 public:
  using Move = typename G::Move;
  using Node = typename G::Node;

  // A node as its quiet moves are remembered: the side to move, and the kinds of the moves before.
  struct Place {
    int side = 0;
    ContinuationHistory::Before before = {ContinuationHistory::kNone, ContinuationHistory::kNone};
  };

  // `game` must outlive the memory.
  SearchMemory(const G& game, const SearchParameters& parameters)
      : game_(game),
        continuations_(parameters.continuations != 0 ? move_kinds<G>() : 0),
        corrections_(G::kPositionKinds, parameters.correction) {}

  void clear() {
    history_.clear();
    continuations_.clear();
    corrections_.clear();
  }

  // The kind of a move for Place::before, or kNone if it is of no use.
  std::size_t kind(const Node& node, Move move) const {
    if constexpr (GroupingGame<G>) {
      if (!continuations_.is_empty()) return game_.move_kind(node, move);
    }
    return ContinuationHistory::kNone;
  }

  // quiet_score() says how promising a quiet move of the node is, within kMostQuietScore.
  static constexpr int kMostQuietScore = (1 + ContinuationHistory::kDistances) * HistoryScore::kLimit;
  int quiet_score(const Node& node, const Place& place, Move move) const {
    int score = history_.score(place.side, move.bits());
    if constexpr (GroupingGame<G>) {
      if (!continuations_.is_empty())
        score += continuations_.score(place.side, place.before, game_.move_kind(node, move));
    }
    return score;
  }

  // A quiet move refuted the node, searched to `depth`, after `others` had failed to.
  void reward(const Node& node, const Place& place, int depth, Move move, std::span<const Move> others) {
    const int bonus = std::min(32 * depth * depth, HistoryScore::kLimit / 4);
    update(node, place, move, bonus);
    for (const Move other : others) update(node, place, other, -bonus);
  }

  Score corrected(const Node& node, Score evaluation) const {
    return corrections_.corrected(evaluation, game_.position_kind(node));
  }
  // The evaluation of the node was off by so much, as a search to `depth` found.
  void learn_error(const Node& node, Score error, int depth) {
    corrections_.learn(game_.position_kind(node), error, depth);
  }

  // This is for tests.
  History& history() { return history_; }

 private:
  void update(const Node& node, const Place& place, Move move, int bonus) {
    history_.update(place.side, move.bits(), bonus);
    if constexpr (GroupingGame<G>) {
      if (!continuations_.is_empty())
        continuations_.update(place.side, place.before, game_.move_kind(node, move), bonus);
    }
  }

  const G& game_;
  History history_;
  ContinuationHistory continuations_;
  CorrectionHistory corrections_;
};

}  // namespace tabiya
