// Searcher: alpha-beta over any Game.
//
// Principal variation search with iterative deepening: of each node the first move is searched with the full
// window and the others with an empty one, just to prove them no better; the order of moves makes this cheap.
// The values are those of search_terms.h. Fail-soft: a score outside the window is a bound on its side.
//
// One thread. Results depend on nothing but the game and the calls since new_game(), except where a stop flag
// or a deadline cuts a search short.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/search/game.h"
#include "core/search/history.h"
#include "core/search/limits.h"
#include "core/search/move_picker.h"
#include "core/search/parameters.h"
#include "core/search/search_terms.h"
#include "core/search/transposition.h"

namespace tabiya {

// To be raised with every change of the values that a search of a given depth returns: books record it.
inline constexpr std::uint32_t kSearchVersion = 1;

template <Game G>
class Searcher {
 public:
  using Move = typename G::Move;
  using Node = typename G::Node;
  using Result = SearchResult<Move>;
  // Called after each completed iteration; the search ends when it returns false.
  using Report = std::function<bool(const Result&)>;

  // `game` must outlive the searcher.
  Searcher(const G& game, std::size_t table_bytes, const SearchParameters& parameters = {})
      : game_(game), parameters_(parameters), table_(table_bytes), frames_(std::size_t{kMaxPly} + 3) {}

  // Forgets all that was learnt: what follows is as from a new searcher.
  void new_game() {
    table_.forget();
    history_.clear();
    for (Frame& frame : frames_) frame.killers = {};
  }

  // Iterative deepening within `limits`. Always finds a move where there is one.
  Result search(const Node& root, const Limits& limits, const Report& report = {}) {
    begin(root, limits);
    table_.begin_search();
    Result result;
    result.pv = any_move(root);
    for (int depth = 0; depth <= limits.depth; ++depth) {
      const Score score = iterate(depth, -kInfiniteScore, kInfiniteScore);
      // An unfinished iteration counts once it has a best move: it began with the best one of the last.
      if (!frames_[0].pv.empty()) result.pv = frames_[0].pv;
      result.nodes = nodes_;
      if (stopped_) break;
      result.score = score;
      result.depth = depth;
      if (report && !report(result)) break;
    }
    return result;
  }

  // One search to `depth` (0 … kMaxDepth) within the window alpha < beta.
  Score search_window(const Node& root, int depth, Score alpha, Score beta) {
    begin(root, Limits{});
    return iterate(depth, alpha, beta);
  }

  // Visited by the last search.
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Frame {
    Node node;
    std::uint64_t repetition_key = 0;
    Killers<Move> killers;
    std::vector<Move> pv;
  };

  void begin(const Node& root, const Limits& limits) {
    limits_ = limits;
    nodes_ = 0;
    stopped_ = false;
    frames_[0].node = root;
  }

  Score iterate(int depth, Score alpha, Score beta) {
    root_depth_ = depth;
    return alpha_beta(0, depth, alpha, beta);
  }

  std::vector<Move> any_move(const Node& root) const {
    if (game_.outcome(root) != Outcome::kOpen) return {};
    MoveList<Move> moves;
    game_.generate_all(root, moves);
    return moves.empty() ? std::vector<Move>{} : std::vector<Move>{moves[0]};
  }

  // Counts a visit. False when the search must end.
  bool visit() {
    if (nodes_ >= limits_.nodes) stopped_ = true;
    constexpr std::uint64_t kPollMask = 1023;
    if ((nodes_ & kPollMask) == kPollMask && is_told_to_stop()) stopped_ = true;
    ++nodes_;
    return !stopped_;
  }

  bool is_told_to_stop() const {
    if (limits_.stop && limits_.stop->load(std::memory_order_relaxed)) return true;
    return limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline;
  }

  Score alpha_beta(int ply, int depth, Score alpha, Score beta) {
    Frame& frame = frames_[ply];
    frame.pv.clear();
    if (const auto score = settled_score(game_, frame.node, ply)) {
      if (beta - alpha > 1) end_pv_with_capture(ply);
      return visit(), *score;
    }
    frame.repetition_key = game_.repetition_key(frame.node);
    if (repeats(ply)) return visit(), kDrawScore;
    const bool in_check = game_.in_check(frame.node);
    if (in_check && extends_check(ply, root_depth_)) ++depth;
    if (depth <= 0 || ply == kMaxPly) return quiescence(ply, alpha, beta);
    if (!visit()) return 0;

    const bool pv_node = beta - alpha > 1;
    const std::uint64_t key = game_.key(frame.node);
    const auto entry = table_.probe(key);
    if (entry && !pv_node && entry->depth >= depth) {
      if (const auto score = cutoff(*entry, ply, alpha, beta)) return *score;
    }
    const Move table_move = entry ? Move::from_bits(entry->move) : Move{};
    return search_moves(ply, depth, alpha, beta, key, table_move, in_check);
  }

  Score search_moves(int ply, int depth, Score alpha, Score beta, std::uint64_t key, Move table_move,
                     bool in_check) {
    Frame& frame = frames_[ply];
    const Score old_alpha = alpha;
    Score best = -kInfiniteScore;
    Move best_move{};
    MoveList<Move> tried_quiets;
    MovePicker<G> picker(game_, frame.node, in_check ? PickerMode::kEvasions : PickerMode::kAllMoves,
                         table_move, frame.killers, history_, ply);
    for (Move move = picker.next(); move != Move{}; move = picker.next()) {
      make(ply, move);
      const Score score = search_child(ply, depth, alpha, beta, best == -kInfiniteScore);
      if (stopped_) return 0;
      if (score > best) {
        best = score;
        if (score > alpha) {
          alpha = score;
          best_move = move;
          extend_pv(ply, move);
        }
      }
      const bool quiet = !game_.is_capture(frame.node, move);
      if (alpha >= beta) {
        if (quiet) reward(ply, depth, move, tried_quiets);
        break;
      }
      if (quiet) tried_quiets.push_back(move);
    }
    if (best == -kInfiniteScore) {  // no move was found
      return in_check ? lose_without_evasion(ply) : loss_in(ply);
    }
    table_.store(key, {to_table(best, ply), kNoEvaluation, best_move.bits(), depth,
                       best >= beta       ? Bound::kLower
                       : best > old_alpha ? Bound::kExact
                                          : Bound::kUpper});
    return best;
  }

  Score search_child(int ply, int depth, Score alpha, Score beta, bool first) {
    if (first) return -alpha_beta(ply + 1, depth - 1, -beta, -alpha);
    const Score score = -alpha_beta(ply + 1, depth - 1, -alpha - 1, -alpha);
    if (score <= alpha || score >= beta || stopped_) return score;
    return -alpha_beta(ply + 1, depth - 1, -beta, -alpha);
  }

  Score quiescence(int ply, Score alpha, Score beta) {
    Frame& frame = frames_[ply];
    frame.pv.clear();
    if (!visit()) return 0;
    if (const auto score = settled_score(game_, frame.node, ply)) {
      if (beta - alpha > 1) end_pv_with_capture(ply);
      return *score;
    }
    if (ply == kMaxPly) return static_score(game_, frame.node);

    const bool pv_node = beta - alpha > 1;
    const std::uint64_t key = game_.key(frame.node);
    const auto entry = table_.probe(key);
    if (entry && !pv_node) {
      if (const auto score = cutoff(*entry, ply, alpha, beta)) return *score;
    }
    const bool in_check = game_.in_check(frame.node);
    const Score evaluation = in_check                                      ? kNoEvaluation
                             : entry && entry->evaluation != kNoEvaluation ? entry->evaluation
                                                                           : static_score(game_, frame.node);
    const Move table_move = entry ? Move::from_bits(entry->move) : Move{};
    return search_captures(ply, alpha, beta, key, table_move, evaluation);
  }

  Score search_captures(int ply, Score alpha, Score beta, std::uint64_t key, Move table_move,
                        Score evaluation) {
    Frame& frame = frames_[ply];
    const bool in_check = evaluation == kNoEvaluation;
    const Score old_alpha = alpha;
    Score best = in_check ? -kInfiniteScore : evaluation;
    Move best_move{};
    alpha = std::max(alpha, best);
    if (alpha < beta) {
      MovePicker<G> picker(game_, frame.node, in_check ? PickerMode::kEvasions : PickerMode::kCaptures,
                           table_move, frame.killers, history_, ply);
      for (Move move = picker.next(); move != Move{}; move = picker.next()) {
        make(ply, move);
        const Score score = -quiescence(ply + 1, -beta, -alpha);
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        best_move = move;
        extend_pv(ply, move);
        if (alpha >= beta) break;
      }
    }
    if (best == -kInfiniteScore) return lose_without_evasion(ply);
    table_.store(key, {to_table(best, ply), evaluation, best_move.bits(), 0,
                       best >= beta       ? Bound::kLower
                       : best > old_alpha ? Bound::kExact
                                          : Bound::kUpper});
    return best;
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

  void make(int ply, Move move) {
    Node& child = frames_[ply + 1].node;
    game_.make(frames_[ply].node, move, child);
    table_.prefetch(game_.key(child));
  }

  bool repeats(int ply) const {
    const int reach = std::min(ply, static_cast<int>(game_.reversible_plies(frames_[ply].node)));
    for (int back = 2; back <= reach; back += 2) {
      if (frames_[ply - back].repetition_key == frames_[ply].repetition_key) return true;
    }
    return false;
  }

  void extend_pv(int ply, Move move) {
    std::vector<Move>& pv = frames_[ply].pv;
    pv.assign(1, move);
    const std::vector<Move>& rest = frames_[ply + 1].pv;
    pv.insert(pv.end(), rest.begin(), rest.end());
  }

  // The variation of a node that is settled: the capture of the royal piece where there is one.
  void end_pv_with_capture(int ply) {
    const Node& node = frames_[ply].node;
    if (game_.outcome(node) != Outcome::kOpen) return;
    MoveList<Move> captures;
    game_.generate(node, Stage::kCaptures, captures);
    for (const Move move : captures) {
      Node& child = frames_[ply + 1].node;
      game_.make(node, move, child);
      if (game_.outcome(child) == Outcome::kLoss) return frames_[ply].pv.assign(1, move);
    }
  }

  // A side in check without an evasion: any move, and the capture that punishes it.
  Score lose_without_evasion(int ply) {
    MoveList<Move> moves;
    game_.generate_all(frames_[ply].node, moves);
    if (moves.empty()) return loss_in(ply);
    game_.make(frames_[ply].node, moves[0], frames_[ply + 1].node);
    end_pv_with_capture(ply + 1);
    extend_pv(ply, moves[0]);
    return loss_in(ply + 2);
  }

  // A quiet move refuted the position, after `others` had failed to.
  void reward(int ply, int depth, Move move, const MoveList<Move>& others) {
    frames_[ply].killers.add(move);
    const int bonus = std::min(depth * depth, History::kLimit / 4);
    history_.update(ply, move.bits(), bonus);
    for (const Move other : others) history_.update(ply, other.bits(), -bonus);
  }

  const G& game_;
  const SearchParameters parameters_;
  TranspositionTable table_;
  History history_;
  std::vector<Frame> frames_;  // by distance from the root
  Limits limits_;
  int root_depth_ = 0;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace tabiya
