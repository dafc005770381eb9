// TreeSearch: alpha-beta over any Game, to one depth and within one window. Searcher (searcher.h) deepens it.
//
// Principal variation search: the first move of each node is searched with the full window and the others
// with an empty one, just to prove them no better; the order of moves makes this cheap. The values are those
// of search_terms.h, except where a rule of pruning.h leaves moves out or looks at them less deeply.
// Fail-soft: a score outside the window is a bound on its side. Proven wins and losses are true with all
// pruning: no rule can produce one, and no move is left out of a lost position.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/search/game.h"
#include "core/search/history.h"
#include "core/search/limits.h"
#include "core/search/move_picker.h"
#include "core/search/parameters.h"
#include "core/search/pruning.h"
#include "core/search/quiescence.h"
#include "core/search/search_memory.h"
#include "core/search/search_stack.h"
#include "core/search/search_terms.h"
#include "core/search/transposition.h"

namespace tabiya {

template <Game G>
class TreeSearch {
 public:
  using Move = typename G::Move;
  using Node = typename G::Node;

  // `game` and `table` must outlive the search. Threads may share the table.
  TreeSearch(const G& game, TranspositionTable& table, const SearchParameters& parameters)
      : game_(game),
        parameters_(parameters),
        pruning_(parameters),
        table_(table),
        memory_(game, parameters),
        quiescence_(game, parameters_, table, memory_, frames_, budget_) {}

  // Forgets everything learned outside the table.
  void new_game() {
    memory_.clear();
    frames_.forget_killers();
  }

  // Begins a search from `root`: its limits count from now on. `played`: the repetition keys of the positions
  // of the game that led to it, the last one last. `pool`: where several threads take their nodes from.
  void begin(const Node& root, const Limits& limits, std::span<const std::uint64_t> played = {},
             NodePool* pool = nullptr) {
    budget_.begin(limits, pool);
    frames_.begin(root, played);
    root_side_ = game_.side_to_move(root);
    quiescence_.begin(root_side_);
    root_excluded_.clear();
  }

  // From now on the root lacks these moves. Without any move its score is -kInfiniteScore.
  void exclude_at_root(std::span<const Move> moves) { root_excluded_.assign(moves.begin(), moves.end()); }

  // Searches to `depth` (0 … kMaxDepth) within the window alpha < beta. The score means nothing once the
  // budget is spent.
  Score search(int depth, Score alpha, Score beta) {
    root_depth_ = depth;
    return alpha_beta(0, depth, alpha, beta);
  }

  // `pv()` is the best line of the last search, even of one that was cut short; it is empty if no move beat
  // alpha. `pv_score()` is the score of its first move.
  const std::vector<Move>& pv() const { return frames_[0].pv; }
  Score pv_score() const { return frames_.pv_score(); }
  const SearchBudget& budget() const { return budget_; }
  // The distance of the farthest node since begin(), in plies.
  int deepest() const { return quiescence_.deepest(); }

 private:
  using Frame = SearchFrame<G>;
  using Place = typename SearchMemory<G>::Place;

  // A node, once it is known that moves must be tried.
  struct Visit {
    int ply;
    int depth;
    Score alpha;
    Score beta;
    bool is_pv;
    bool in_check;
    bool improving;  // better for the side to move than two plies ago
    std::uint64_t key;
    std::optional<TableEntry> entry;
    Move table_move;
    Score evaluation;  // the best guess without a search
    Move excluded{};   // is not tried; then the node is not what the table knows
  };

  Score alpha_beta(int ply, int depth, Score alpha, Score beta) {
    Frame& frame = frames_[ply];
    frame.pv.clear();
    // Step 1. The rules settle the position, or it stands for the second time.
    if (const auto score = settled_score(game_, frame.node, ply)) {
      if (beta - alpha > 1) frames_.end_pv_with_capture(game_, ply);
      return budget_.visit(), *score;
    }
    frames_.note_key(game_, ply);
    if (ply > 0 && frames_.repeats(game_, ply)) return budget_.visit(), outcome_score(G::kRepetition, ply);
    // Step 2. Check extension.
    const bool in_check = is_in_check(game_, frame.node);
    if (in_check && extends_check(ply, root_depth_)) ++depth;
    // Step 3. Quiescence search at the horizon.
    if (depth <= 0 || ply == kMaxPly)
      return budget_.visit() ? quiescence_.search(ply, alpha, beta, in_check) : 0;
    if (!budget_.visit()) return 0;
    // Step 4. Mate distance pruning: nothing here can be better than a win that is already known to be
    // nearer.
    if (parameters_.mate_distance != 0 && ply > 0) {
      alpha = std::max(alpha, loss_in(ply));
      beta = std::min(beta, win_in(ply + 1));
      if (alpha >= beta) return alpha;
    }

    Visit visit{.ply = ply,
                .depth = depth,
                .alpha = alpha,
                .beta = beta,
                .is_pv = beta - alpha > 1,
                .in_check = in_check,
                .improving = false,
                .key = game_.key(frame.node),
                .entry = {},
                .table_move = {},
                .evaluation = kNoEvaluation};
    // Step 5. Transposition table.
    visit.entry = table_.probe(visit.key);
    if (visit.entry && !visit.is_pv && visit.entry->depth >= depth && parameters_.table_cutoffs != 0) {
      if (const auto score = settled_by(*visit.entry, ply, alpha, beta)) return *score;
    }
    if (visit.entry) visit.table_move = Move::from_bits(visit.entry->move);
    // Step 6. Static evaluation.
    evaluate(visit);
    // Step 7. Pruning of the whole node.
    if (!visit.is_pv && !in_check && ply > 0) {
      if (const auto score = prune(visit)) return *score;
    }
    // Step 8. Internal reduction: without a move from the table the order of moves is poor.
    visit.depth = pruning_.after_internal_reduction(depth, visit.table_move != Move{});
    return search_moves(visit);
  }

  void evaluate(Visit& visit) {
    Frame& frame = frames_[visit.ply];
    frame.evaluation = kNoEvaluation;
    if (visit.in_check) return;
    const auto& entry = visit.entry;
    frame.evaluation =
        entry && entry->evaluation != kNoEvaluation ? entry->evaluation : static_score(game_, frame.node);
    visit.evaluation = memory_.corrected(frame.node, frame.evaluation);
    if (visit.ply >= 2) {
      const Score before = frames_[visit.ply - 2].evaluation;
      visit.improving = before == kNoEvaluation || frame.evaluation > before;
    }
    if (!entry || parameters_.table_cutoffs == 0) return;
    // The score of a search, even of a shallow one, is a better guess where its bound lets it be.
    const Score score = from_table(entry->score, visit.ply);
    const bool bound_fits =
        score > visit.evaluation ? entry->bound != Bound::kUpper : entry->bound != Bound::kLower;
    if (bound_fits && !is_proven(score)) visit.evaluation = score;
  }

  // The score of a node, not the root, that is taken for refuted without a look at its moves.
  std::optional<Score> prune(const Visit& visit) {
    const Score beta = visit.beta;
    if (is_proven(beta)) return std::nullopt;
    if (pruning_.reverse_futility(visit.depth, visit.evaluation, beta, visit.improving))
      return visit.evaluation;
    if constexpr (PassingGame<G>) {
      if (!frames_[visit.ply - 1].passed && pruning_.null_move(visit.depth, visit.evaluation, beta) &&
          may_pass(game_, frames_[visit.ply].node))
        return try_passing(visit);
    }
    return std::nullopt;
  }

  // A side that is still too well off after it has given the turn away needs no look at its moves.
  std::optional<Score> try_passing(const Visit& visit) {
    const int ply = visit.ply;
    const Score beta = visit.beta;
    game_.pass(frames_[ply].node, frames_[ply + 1].node);
    frames_[ply].passed = true;
    frames_[ply].move_kind = ContinuationHistory::kNone;
    const Score score = -alpha_beta(ply + 1, pruning_.null_move_depth(visit.depth), -beta, -beta + 1);
    frames_[ply].passed = false;
    if (budget_.is_spent()) return 0;
    if (score < beta) return std::nullopt;
    return is_proven(score) ? beta : score;
  }

  Score search_moves(const Visit& visit) {
    const int ply = visit.ply;
    Frame& frame = frames_[ply];
    const Place place = place_of(ply);
    Score alpha = visit.alpha;
    Score best = -kInfiniteScore;
    Move best_move{};
    int move_count = 0;
    int quiet_count = 0;
    std::array<Move, kRememberedQuiets> quiets;
    MovePicker<G> picker(game_, frame.node, visit.in_check ? PickerMode::kEvasions : PickerMode::kAllMoves,
                         visit.table_move, frame.killers, memory_, place, parameters_.exchanges != 0);
    // Step 9. The moves, the likeliest first.
    for (Move move = picker.next(); move != Move{}; move = picker.next()) {
      if (is_excluded(visit, move)) continue;
      // Step 10. Futility, late-move and exchange pruning.
      const bool quiet = !game_.is_capture(frame.node, move);
      if (best > -kProvenWin && !visit.in_check && prune_move(visit, alpha, move, quiet, move_count, picker))
        continue;
      ++move_count;
      // Step 11. Singular extension, late move reduction, and the search of the child.
      const int depth = visit.depth - 1 + (move == visit.table_move && is_singular(visit));
      if (budget_.is_spent()) return 0;
      const int reduction = quiet || picker.was_losing() ? late_move_reduction(visit, move_count, picker) : 0;
      make(ply, visit.depth, move);
      if (const Move next = picker.known_next(); next != Move{}) fetch_entry(ply, visit.depth, next);
      const Score score = search_child(visit, depth, reduction, alpha, move_count == 1);
      if (budget_.is_spent()) return 0;
      // Step 12. A better move, or even a refutation.
      if (score > best) {
        best = score;
        if (score > alpha) {
          alpha = score;
          best_move = move;
          if (visit.is_pv) frames_.extend_pv(ply, move, score);
        }
      }
      if (alpha >= visit.beta) {
        if (quiet) reward(visit, place, move, std::span(quiets).first(static_cast<std::size_t>(quiet_count)));
        break;
      }
      if (quiet && quiet_count < kRememberedQuiets) quiets[static_cast<std::size_t>(quiet_count++)] = move;
    }
    if (visit.excluded != Move{} || (ply == 0 && !root_excluded_.empty())) return best;
    // Step 13. No move at all.
    if (best == -kInfiniteScore)
      return visit.in_check ? frames_.lose_without_evasion(game_, ply)
                            : frames_.score_without_moves(game_, ply);
    // Step 14. Learn from the node.
    if (best_move == Move{} || !game_.is_capture(frame.node, best_move)) learn_error(visit, best);
    table_.store(visit.key, {to_table(best, ply), frame.evaluation, best_move.bits(), visit.depth,
                             best >= visit.beta   ? Bound::kLower
                             : best > visit.alpha ? Bound::kExact
                                                  : Bound::kUpper});
    return best;
  }

  bool is_excluded(const Visit& visit, Move move) const {
    return move == visit.excluded || (visit.ply == 0 && std::ranges::count(root_excluded_, move) > 0);
  }

  // True if a move, the last one of the picker, is left out of a node that has a better one.
  bool prune_move(const Visit& visit, Score alpha, Move move, bool quiet, int move_count,
                  MovePicker<G>& picker) const {
    if (quiet && (pruning_.futility(visit.depth, visit.evaluation, alpha) ||
                  pruning_.late_move(visit.depth, move_count, visit.improving, visit.is_pv))) {
      picker.skip_unforcing_quiets();
      if (!picker.was_forcing()) return true;
    }
    if (!pruning_.exchange(visit.depth, visit.is_pv) || !(quiet || picker.was_losing())) return false;
    return loses_exchange(game_, frames_[visit.ply].node, move,
                          pruning_.exchange_tolerance(visit.depth, quiet));
  }

  // True if all moves but the table's are worse by far, as a search without it, half as deep, finds.
  // (Singular extensions; T. Anantharaman and others, 1988, in Stockfish's form.)
  bool is_singular(const Visit& visit) {
    if (visit.ply == 0 || visit.excluded != Move{} || !visit.entry ||
        !pruning_.may_be_singular(visit.depth, *visit.entry) || !extends_check(visit.ply, root_depth_))
      return false;
    const Score score = from_table(visit.entry->score, visit.ply);
    if (is_proven(score)) return false;
    Visit without = visit;
    without.excluded = visit.table_move;
    without.depth = (visit.depth - 1) / 2;
    without.beta = score - pruning_.singular_margin(visit.depth);
    without.alpha = without.beta - 1;
    without.is_pv = false;
    return search_moves(without) < without.beta;
  }

  // The reduction of the depth of a quiet or losing move's child, in plies.
  int late_move_reduction(const Visit& visit, int move_count, const MovePicker<G>& picker) const {
    if (move_count <= 1 + visit.is_pv || visit.in_check || visit.depth < 2) return 0;
    return std::max(pruning_.reduction(visit.depth, move_count) - visit.is_pv - picker.was_forcing(), 0);
  }

  // Searches the child, which has been made; less deeply first where `reduction` says so.
  Score search_child(const Visit& visit, int depth, int reduction, Score alpha, bool first) {
    const int child = visit.ply + 1;
    const Score beta = visit.beta;
    if (first) return -alpha_beta(child, depth, -beta, -alpha);
    const int reduced = std::max(depth - reduction, std::min(depth, 1));
    Score score = -alpha_beta(child, reduced, -alpha - 1, -alpha);
    if (reduced < depth && score > alpha && !budget_.is_spent()) {
      score = -alpha_beta(child, depth, -alpha - 1, -alpha);
    }
    if (score <= alpha || score >= beta || budget_.is_spent()) return score;
    return -alpha_beta(child, depth, -beta, -alpha);
  }

  // The child of a node that is searched to `depth`.
  void make(int ply, int depth, Move move) {
    Node& child = frames_[ply + 1].node;
    fetch_entry(ply, depth, move);
    frames_[ply].move_kind = memory_.kind(frames_[ply].node, move);
    game_.make(frames_[ply].node, move, child);
    if (looks_up(depth) && !ForetellingGame<G>) table_.prefetch(game_.key(child));
  }

  // Fetches the table's entry of a child that is not made yet, as far as its key is known. It is there sooner than it
  // is asked for where another child is searched before.
  void fetch_entry(int ply, int depth, Move move) const {
    if constexpr (ForetellingGame<G>) {
      if (looks_up(depth)) table_.prefetch(game_.likely_key(frames_[ply].node, move));
    }
  }
  bool looks_up(int depth) const { return depth > 1 || parameters_.quiescence_table != 0; }

  Place place_of(int ply) const {
    Place place{(root_side_ + ply) & 1};
    for (int back = 1; back <= std::min(ply, static_cast<int>(place.before.size())); ++back)
      place.before[static_cast<std::size_t>(back - 1)] = frames_[ply - back].move_kind;
    return place;
  }

  // A quiet move refuted the position, after `others` had failed to.
  void reward(const Visit& visit, const Place& place, Move move, std::span<const Move> others) {
    Frame& frame = frames_[visit.ply];
    frame.killers.add(move);
    memory_.reward(frame.node, place, visit.depth, move, others);
  }

  // Learns the error of the evaluation that the search began with, where the bound of its score allows it.
  void learn_error(const Visit& visit, Score score) {
    const Frame& frame = frames_[visit.ply];
    if (visit.in_check || is_proven(score)) return;
    const Score error = score - frame.evaluation;
    if ((score >= visit.beta && error < 0) || (score <= visit.alpha && error > 0)) return;
    memory_.learn_error(frame.node, error, visit.depth);
  }

  static constexpr int kRememberedQuiets = 64;

  const G& game_;
  const SearchParameters parameters_;
  const Pruning pruning_;
  TranspositionTable& table_;
  SearchMemory<G> memory_;
  SearchStack<G> frames_;
  SearchBudget budget_;
  QuiescenceSearch<G> quiescence_;
  int root_depth_ = 0;
  int root_side_ = 0;
  std::vector<Move> root_excluded_;
};

}  // namespace tabiya
