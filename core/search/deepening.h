// Deepening: iterative deepening of one TreeSearch, with aspiration windows and several principal variations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/search/alpha_beta.h"
#include "core/search/game.h"
#include "core/search/limits.h"
#include "core/search/parameters.h"

namespace tabiya {

template <Game G>
class Deepening {
 public:
  using Move = typename G::Move;
  using Node = typename G::Node;
  using Result = SearchResult<Move>;
  // Called after each completed iteration; the search ends when it returns false.
  using Report = std::function<bool(const Result&)>;

  // `lines`: how many root moves get an exact score and a variation, at least 1.
  // `pool`: as TreeSearch::begin() has it.
  Deepening(const G& game, TreeSearch<G>& tree, const SearchParameters& parameters, int lines,
            NodePool* pool = nullptr)
      : game_(game),
        tree_(tree),
        pool_(pool),
        first_margin_(parameters.aspiration),
        line_count_(static_cast<std::size_t>(std::max(lines, 1))) {}

  // Runs the iterations from `first_depth` on; `played` as TreeSearch::begin() has it. Always finds a move if
  // there is one.
  Result run(const Node& root, const Limits& limits, std::span<const std::uint64_t> played, int first_depth,
             const Report& report) {
    tree_.begin(root, limits, played, pool_);
    Result result;
    result.pv = any_move(root, limits.first_moves);
    excluded_ = excluded(root, limits.first_moves);
    // A quiescence search knows no choice of root moves.
    if (!excluded_.empty()) first_depth = std::max(first_depth, 1);
    for (int depth = first_depth; depth <= limits.depth; ++depth) {
      const bool completed = iterate(result, depth);
      result.nodes = tree_.budget().nodes();
      result.deepest = tree_.deepest();
      if (!completed) break;
      result.depth = depth;
      if (report && !report(result)) break;
    }
    return result;
  }

 private:
  // One iteration. Each further line is the best one without the first moves of those before. An iteration
  // that is cut short says nothing but the best move so far.
  bool iterate(Result& result, int depth) {
    std::vector<SearchLine<Move>> lines;
    std::vector<Move> taken = excluded_;
    const std::size_t count = depth == 0 ? 1 : line_count_;  // a quiescence search knows no other root moves
    while (lines.size() < count) {
      const std::size_t i = lines.size();
      SearchLine<Move> line{i == 0                      ? result.score
                            : i <= result.others.size() ? result.others[i - 1].score
                                                        : lines.back().score,
                            {}};
      tree_.exclude_at_root(taken);
      search_around(line, depth);
      if (tree_.budget().is_spent()) {
        if (count == 1) take_better_move(result, std::move(line));
        return false;
      }
      // In check the search tries evasions alone. Where all of them are excluded, the side loses to the next move.
      if (i == 0 && line.score == -kInfiniteScore && !result.pv.empty()) line = {loss_in(2), result.pv};
      // No move is left, or the root is decided before any is tried.
      const bool is_taken = !line.pv.empty() && std::ranges::count(taken, line.pv.front()) > 0;
      if (i > 0 && (line.pv.empty() || is_taken)) break;
      if (line.pv.empty() || is_taken) line.pv = result.pv;
      if (!line.pv.empty()) taken.push_back(line.pv.front());
      lines.push_back(std::move(line));
    }
    std::ranges::stable_sort(lines, std::ranges::greater{}, &SearchLine<Move>::score);
    result.score = lines.front().score;
    result.pv = std::move(lines.front().pv);
    result.others.assign(std::make_move_iterator(lines.begin() + 1), std::make_move_iterator(lines.end()));
    return true;
  }

  // A best move other than that of the last completed iteration counts, since that one was searched first.
  static void take_better_move(Result& result, SearchLine<Move> line) {
    if (line.pv.empty()) return;
    const bool is_known = result.depth > 0 && line.pv.front() == result.pv.front();
    if (is_known) return;
    result.score = line.score;
    result.pv = std::move(line.pv);
  }

  // A search within a small window around the score of the line, which grows until it holds the new one.
  // Where the search is cut short, the line is that of the best move so far, or has no moves.
  void search_around(SearchLine<Move>& line, int depth) {
    constexpr int kFirstAspirationDepth = 4;
    const Score last = line.score;
    Score margin = first_margin_;
    if (margin == 0 || depth < kFirstAspirationDepth || is_proven(last)) margin = kInfiniteScore;
    for (Score low = margin, high = margin;;) {
      const Score alpha = std::max(last - low, -kInfiniteScore);
      const Score beta = std::min(last + high, kInfiniteScore);
      const Score score = tree_.search(depth, alpha, beta);
      const bool spent = tree_.budget().is_spent();
      if (!tree_.pv().empty()) line = {spent ? tree_.pv_score() : score, tree_.pv()};
      if (spent) return;
      line.score = score;
      constexpr Score kWidest = 40'000;
      if (score <= alpha && alpha > -kInfiniteScore) {
        low = low > kWidest ? 2 * kInfiniteScore : 4 * low;
      } else if (score >= beta && beta < kInfiniteScore) {
        high = high > kWidest ? 2 * kInfiniteScore : 4 * high;
      } else {
        return;
      }
    }
  }

  static bool is_allowed(Move move, std::span<const std::uint16_t> first_moves) {
    return first_moves.empty() || std::ranges::count(first_moves, move.bits()) > 0;
  }

  std::vector<Move> any_move(const Node& root, std::span<const std::uint16_t> first_moves) const {
    if (game_.outcome(root) != Outcome::kOpen) return {};
    MoveList<Move> moves;
    game_.generate_all(root, moves);
    for (const Move move : moves)
      if (is_allowed(move, first_moves)) return {move};
    return {};
  }

  std::vector<Move> excluded(const Node& root, std::span<const std::uint16_t> first_moves) const {
    std::vector<Move> others;
    if (first_moves.empty()) return others;
    MoveList<Move> moves;
    game_.generate_all(root, moves);
    for (const Move move : moves)
      if (!is_allowed(move, first_moves)) others.push_back(move);
    return others;
  }

  const G& game_;
  TreeSearch<G>& tree_;
  NodePool* pool_;
  const Score first_margin_;
  const std::size_t line_count_;
  std::vector<Move> excluded_;  // root moves that the search may not begin with
};

}  // namespace tabiya
