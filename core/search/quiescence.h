// QuiescenceSearch: what follows at the horizon. The side to move stands pat on its static evaluation or
// captures; in check it must choose among its evasions.
#pragma once

#include <algorithm>
#include <optional>

#include "core/search/game.h"
#include "core/search/limits.h"
#include "core/search/move_picker.h"
#include "core/search/parameters.h"
#include "core/search/search_memory.h"
#include "core/search/search_stack.h"
#include "core/search/search_terms.h"
#include "core/search/transposition.h"

namespace tabiya {

template <Game G>
class QuiescenceSearch {
 public:
  using Move = typename G::Move;

  // All of them must outlive the search.
  QuiescenceSearch(const G& game, const SearchParameters& parameters, TranspositionTable& table,
                   const SearchMemory<G>& memory, SearchStack<G>& frames, SearchBudget& budget)
      : game_(game),
        parameters_(parameters),
        table_(table),
        memory_(memory),
        frames_(frames),
        budget_(budget) {}

  void begin(int root_side) {
    root_side_ = root_side;
    deepest_ = 0;
  }
  int deepest() const { return deepest_; }  // distance of the farthest node since begin(), in plies

  // Searches a node whose visit was counted, and that the rules do not settle. The score means nothing once
  // the budget is spent.
  Score search(int ply, Score alpha, Score beta, bool in_check) {
    SearchFrame<G>& frame = frames_[ply];
    deepest_ = std::max(deepest_, ply);
    if (ply == kMaxPly) return static_score(game_, frame.node);
    const std::optional<TableEntry> entry = probe(frame.node);
    if (entry && beta - alpha == 1)
      if (const auto score = settled_by(*entry, ply, alpha, beta)) return *score;
    const Score first_alpha = alpha;
    Score evaluation = kNoEvaluation;
    Score best = -kInfiniteScore;
    if (!in_check) {
      evaluation =
          entry && entry->evaluation != kNoEvaluation ? entry->evaluation : static_score(game_, frame.node);
      best = memory_.corrected(frame.node, evaluation);
    }
    alpha = std::max(alpha, best);
    if (alpha >= beta) return best;
    Move best_move{};
    MovePicker<G> picker(game_, frame.node, in_check ? PickerMode::kEvasions : PickerMode::kCaptures,
                         entry ? Move::from_bits(entry->move) : Move{}, frame.killers, memory_,
                         {(root_side_ + ply) & 1}, parameters_.exchanges != 0);
    for (Move move = picker.next(); move != Move{}; move = picker.next()) {
      if constexpr (ForetellingGame<G>) {
        if (parameters_.quiescence_table != 0) table_.prefetch(game_.likely_key(frame.node, move));
      }
      game_.make(frame.node, move, frames_[ply + 1].node);
      if (parameters_.quiescence_table != 0 && !ForetellingGame<G>)
        table_.prefetch(game_.key(frames_[ply + 1].node));
      const Score score = -visit(ply + 1, -beta, -alpha);
      if (budget_.is_spent()) return 0;
      best = std::max(best, score);
      if (score <= alpha) continue;
      best_move = move;
      if (beta - alpha > 1) frames_.extend_pv(ply, move, score);
      alpha = score;
      if (alpha >= beta) break;
    }
    if (best == -kInfiniteScore) return frames_.lose_without_evasion(game_, ply);
    store(frame.node, {to_table(best, ply), evaluation, best_move.bits(), 0,
                       best >= beta         ? Bound::kLower
                       : best > first_alpha ? Bound::kExact
                                            : Bound::kUpper});
    return best;
  }

 private:
  Score visit(int ply, Score alpha, Score beta) {
    SearchFrame<G>& frame = frames_[ply];
    frame.pv.clear();
    if (!budget_.visit()) return 0;
    if (const auto score = settled_score(game_, frame.node, ply)) {
      if (beta - alpha > 1) frames_.end_pv_with_capture(game_, ply);
      return *score;
    }
    return search(ply, alpha, beta, is_in_check(game_, frame.node));
  }

  // The table: where so little is searched, some games lose more by looking there than they save.
  std::optional<TableEntry> probe(const typename G::Node& node) const {
    if (parameters_.quiescence_table == 0) return std::nullopt;
    return table_.probe(game_.key(node));
  }
  void store(const typename G::Node& node, const TableEntry& entry) {
    if (parameters_.quiescence_table != 0) table_.store(game_.key(node), entry);
  }

  const G& game_;
  const SearchParameters& parameters_;
  TranspositionTable& table_;
  const SearchMemory<G>& memory_;
  SearchStack<G>& frames_;
  SearchBudget& budget_;
  int root_side_ = 0;
  int deepest_ = 0;
};

}  // namespace tabiya
