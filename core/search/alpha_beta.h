// TreeSearch: alpha-beta over any Game, to one depth and within one window. Searcher (searcher.h) deepens it.
//
// Principal variation search: of each node the first move is searched with the full window and the others
// with an empty one, just to prove them no better; the order of moves makes this cheap.
// The values are those of search_terms.h, except where a rule of pruning.h leaves moves out or looks at them
// less deeply. Fail-soft: a score outside the window is a bound on its side. Proven wins and losses are true
// with all pruning: no rule can produce one, and no move is left out of a lost position.
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
        correction_history_(G::kPositionKinds, parameters.correction) {}

  // Forgets everything learned outside the table.
  void new_game() {
    history_.clear();
    correction_history_.clear();
    frames_.forget_killers();
  }

  // Begins a search from `root`: its limits count from now on. `played`: the repetition keys of the positions
  // of the game that led to it, the last one last. `pool`: where several threads take their nodes from.
  void begin(const Node& root, const Limits& limits, std::span<const std::uint64_t> played = {},
             NodePool* pool = nullptr) {
    budget_.begin(limits, pool);
    frames_.begin(root, played);
    deepest_ = 0;
    root_side_ = game_.side_to_move(root);
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

  // Of the last search, even of one that was cut short: empty if no move was better than alpha; and the score
  // of its first move.
  const std::vector<Move>& pv() const { return frames_[0].pv; }
  Score pv_score() const { return frames_.pv_score(); }
  const SearchBudget& budget() const { return budget_; }
  int deepest() const { return deepest_; }  // distance of the farthest node since begin(), in plies

 private:
  using Frame = SearchFrame<G>;

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
  };

  Score alpha_beta(int ply, int depth, Score alpha, Score beta) {
    Frame& frame = frames_[ply];
    frame.pv.clear();
    // Step 1. The rules settle the position, or it stands for the second time.
    if (const auto score = settled_score(game_, frame.node, ply)) {
      if (beta - alpha > 1) end_pv_with_capture(ply);
      return budget_.visit(), *score;
    }
    frame.repetition_key = game_.repetition_key(frame.node);
    if (ply > 0 && frames_.repeats(game_, ply)) return budget_.visit(), outcome_score(G::kRepetition, ply);
    // Step 2. Check extension.
    const bool in_check = is_in_check(game_, frame.node);
    if (in_check && extends_check(ply, root_depth_)) ++depth;
    // Step 3. Quiescence search at the horizon.
    if (depth <= 0 || ply == kMaxPly)
      return budget_.visit() ? unsettled_quiescence(ply, alpha, beta, in_check) : 0;
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
    if (visit.entry && !visit.is_pv && visit.entry->depth >= depth) {
      if (const auto score = cutoff(*visit.entry, ply, alpha, beta)) return *score;
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
    visit.evaluation = corrected(frame.node, frame.evaluation);
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
    const Score score = -alpha_beta(ply + 1, pruning_.null_move_depth(visit.depth), -beta, -beta + 1);
    frames_[ply].passed = false;
    if (budget_.is_spent()) return 0;
    if (score < beta) return std::nullopt;
    return is_proven(score) ? beta : score;
  }

  Score search_moves(const Visit& visit) {
    const int ply = visit.ply;
    Frame& frame = frames_[ply];
    Score alpha = visit.alpha;
    Score best = -kInfiniteScore;
    Move best_move{};
    int move_count = 0;
    int quiet_count = 0;
    std::array<Move, kRememberedQuiets> quiets;
    MovePicker<G> picker(game_, frame.node, visit.in_check ? PickerMode::kEvasions : PickerMode::kAllMoves,
                         visit.table_move, frame.killers, history_, side_at(ply), parameters_.exchanges != 0);
    // Step 9. The moves, the likeliest first.
    for (Move move = picker.next(); move != Move{}; move = picker.next()) {
      if (ply == 0 && std::ranges::count(root_excluded_, move) > 0) continue;
      // Step 10. Futility and late-move pruning of quiet moves.
      const bool quiet = !game_.is_capture(frame.node, move);
      if (quiet && best > -kProvenWin && !visit.in_check &&
          (pruning_.futility(visit.depth, visit.evaluation, alpha) ||
           pruning_.late_move(visit.depth, move_count, visit.improving, visit.is_pv))) {
        picker.skip_unforcing_quiets();
        if (!picker.was_forcing()) continue;
      }
      ++move_count;
      // Step 11. Late move reduction, and the search of the child.
      const int reduction = quiet ? late_move_reduction(visit, move_count, picker.was_forcing()) : 0;
      make(ply, visit.depth, move);
      const Score score = search_child(visit, visit.depth - 1, reduction, alpha, move_count == 1);
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
        if (quiet)
          reward(visit, move,
                 {quiets.data(), static_cast<std::size_t>(std::min(quiet_count, kRememberedQuiets))});
        break;
      }
      if (quiet && quiet_count < kRememberedQuiets) quiets[static_cast<std::size_t>(quiet_count)] = move;
      quiet_count += quiet;
    }
    if (ply == 0 && !root_excluded_.empty()) return best;
    // Step 13. No move at all.
    if (best == -kInfiniteScore) return visit.in_check ? lose_without_evasion(ply) : score_without_moves(ply);
    // Step 14. Learn from the node.
    if (best_move == Move{} || !game_.is_capture(frame.node, best_move)) learn_error(visit, best);
    table_.store(visit.key, {to_table(best, ply), frame.evaluation, best_move.bits(), visit.depth,
                             best >= visit.beta   ? Bound::kLower
                             : best > visit.alpha ? Bound::kExact
                                                  : Bound::kUpper});
    return best;
  }

  // Of the depth of a quiet move's child, in plies.
  int late_move_reduction(const Visit& visit, int move_count, bool was_forcing) const {
    if (move_count <= 1 + visit.is_pv || visit.in_check || visit.depth < 2) return 0;
    return std::max(pruning_.reduction(visit.depth, move_count) - visit.is_pv - was_forcing, 0);
  }

  // The child has been made. Searched less deeply first where `reduction` says so.
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

  // Without the table: a probe costs more than it saves where so little is searched.
  Score quiescence(int ply, Score alpha, Score beta) {
    Frame& frame = frames_[ply];
    frame.pv.clear();
    if (!budget_.visit()) return 0;
    if (const auto score = settled_score(game_, frame.node, ply)) {
      if (beta - alpha > 1) end_pv_with_capture(ply);
      return *score;
    }
    return unsettled_quiescence(ply, alpha, beta, is_in_check(game_, frame.node));
  }

  // Of a node whose visit was counted.
  Score unsettled_quiescence(int ply, Score alpha, Score beta, bool in_check) {
    Frame& frame = frames_[ply];
    deepest_ = std::max(deepest_, ply);
    if (ply == kMaxPly) return static_score(game_, frame.node);
    Score best = in_check ? -kInfiniteScore : corrected(frame.node, static_score(game_, frame.node));
    alpha = std::max(alpha, best);
    if (alpha >= beta) return best;
    MovePicker<G> picker(game_, frame.node, in_check ? PickerMode::kEvasions : PickerMode::kCaptures, Move{},
                         frame.killers, history_, side_at(ply), parameters_.exchanges != 0);
    for (Move move = picker.next(); move != Move{}; move = picker.next()) {
      game_.make(frame.node, move, frames_[ply + 1].node);
      const Score score = -quiescence(ply + 1, -beta, -alpha);
      if (budget_.is_spent()) return 0;
      best = std::max(best, score);
      if (score <= alpha) continue;
      if (beta - alpha > 1) frames_.extend_pv(ply, move, score);
      alpha = score;
      if (alpha >= beta) break;
    }
    return best == -kInfiniteScore ? lose_without_evasion(ply) : best;
  }

  // The score of a table entry, where it settles the window.
  std::optional<Score> cutoff(const TableEntry& entry, int ply, Score alpha, Score beta) const {
    if (!parameters_.table_cutoffs) return std::nullopt;
    const Score score = from_table(entry.score, ply);
    const bool settles = score >= beta    ? entry.bound != Bound::kUpper
                         : score <= alpha ? entry.bound != Bound::kLower
                                          : entry.bound == Bound::kExact;
    return settles ? std::optional(score) : std::nullopt;
  }

  // The child of a node that is searched to `depth`.
  void make(int ply, int depth, Move move) {
    Node& child = frames_[ply + 1].node;
    game_.make(frames_[ply].node, move, child);
    if (depth > 1) table_.prefetch(game_.key(child));
  }

  int side_at(int ply) const { return (root_side_ + ply) & 1; }

  // The variation of a node that is settled: the capture of the royal piece if there is one.
  void end_pv_with_capture(int ply) {
    const Node& node = frames_[ply].node;
    if (game_.outcome(node) != Outcome::kOpen) return;
    MoveList<Move> captures;
    game_.generate(node, MoveKind::kCaptures, captures);
    for (const Move move : captures) {
      Node& child = frames_[ply + 1].node;
      game_.make(node, move, child);
      if (game_.outcome(child) == Outcome::kLoss) {
        frames_[ply + 1].pv.clear();
        return frames_.extend_pv(ply, move, win_in(ply + 1));
      }
    }
  }

  Score score_without_moves(int ply) const {
    return outcome_score(game_.without_moves(frames_[ply].node), ply);
  }

  // A side in check without an evasion: any move, and the capture that punishes it.
  Score lose_without_evasion(int ply) {
    MoveList<Move> moves;
    game_.generate_all(frames_[ply].node, moves);
    if (moves.empty()) return score_without_moves(ply);
    game_.make(frames_[ply].node, moves[0], frames_[ply + 1].node);
    end_pv_with_capture(ply + 1);
    frames_.extend_pv(ply, moves[0], loss_in(ply + 2));
    return loss_in(ply + 2);
  }

  Score corrected(const Node& node, Score evaluation) const {
    return correction_history_.corrected(evaluation, game_.position_kind(node));
  }

  // What a search says of the evaluation that it began with, where its bound lets it.
  void learn_error(const Visit& visit, Score score) {
    const Frame& frame = frames_[visit.ply];
    if (visit.in_check || is_proven(score)) return;
    const Score error = score - frame.evaluation;
    if ((score >= visit.beta && error < 0) || (score <= visit.alpha && error > 0)) return;
    correction_history_.learn(game_.position_kind(frame.node), error, visit.depth);
  }

  // A quiet move refuted the position, after `others` had failed to.
  void reward(const Visit& visit, Move move, std::span<const Move> others) {
    frames_[visit.ply].killers.add(move);
    const int bonus = std::min(32 * visit.depth * visit.depth, HistoryScore::kLimit / 4);
    const int side = side_at(visit.ply);
    history_.update(side, move.bits(), bonus);
    for (const Move other : others) history_.update(side, other.bits(), -bonus);
  }

  static constexpr int kRememberedQuiets = 64;

  const G& game_;
  const SearchParameters parameters_;
  const Pruning pruning_;
  TranspositionTable& table_;
  History history_;
  CorrectionHistory correction_history_;
  SearchStack<G> frames_;
  SearchBudget budget_;
  int deepest_ = 0;
  int root_depth_ = 0;
  int root_side_ = 0;
  std::vector<Move> root_excluded_;
};

}  // namespace tabiya
