// Deepening: iterative deepening of one TreeSearch, with aspiration windows and several principal variations.
#pragma once

#include <algorithm>
#include <functional>
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
  Deepening(const G& game, TreeSearch<G>& tree, const SearchParameters& parameters, int lines)
      : game_(game),
        tree_(tree),
        first_margin_(parameters.aspiration),
        line_count_(static_cast<std::size_t>(std::max(lines, 1))) {}

  // From `first_depth` on. Always finds a move where there is one.
  Result run(const Node& root, const Limits& limits, int first_depth, const Report& report) {
    tree_.begin(root, limits);
    Result result;
    result.pv = any_move(root);
    for (int depth = first_depth; depth <= limits.depth; ++depth) {
      const bool completed = iterate(result, depth);
      result.nodes = tree_.budget().nodes();
      if (!completed) break;
      result.depth = depth;
      if (report && !report(result)) break;
    }
    return result;
  }

 private:
  // One iteration. Each further line is the best one without the first moves of those before. An iteration
  // that is cut short says nothing but the best move so far, which counts, since the last best move came
  // first.
  bool iterate(Result& result, int depth) {
    std::vector<SearchLine<Move>> lines;
    std::vector<Move> taken;
    const std::size_t count = depth == 0 ? 1 : line_count_;  // a quiescence search knows no other root moves
    while (lines.size() < count) {
      const std::size_t i = lines.size();
      SearchLine<Move> line{i == 0                      ? result.score
                            : i <= result.others.size() ? result.others[i - 1].score
                                                        : lines.back().score,
                            {}};
      tree_.exclude_at_root(taken);
      line.score = search_around(line.score, depth, line.pv);
      if (i == 0 && !line.pv.empty()) result.pv = line.pv;
      if (tree_.budget().is_spent()) return false;
      // No move is left, or the root is decided before any is tried.
      if (i > 0 && (line.pv.empty() || line.pv.front() == taken.front())) break;
      if (line.pv.empty()) line.pv = result.pv;
      if (!line.pv.empty()) taken.push_back(line.pv.front());
      lines.push_back(std::move(line));
    }
    std::ranges::stable_sort(lines, std::ranges::greater{}, &SearchLine<Move>::score);
    result.score = lines.front().score;
    result.pv = std::move(lines.front().pv);
    result.others.assign(std::make_move_iterator(lines.begin() + 1), std::make_move_iterator(lines.end()));
    return true;
  }

  // A search within a small window around the last score, which grows until it holds the new one. `pv` is set
  // as soon as there is one.
  Score search_around(Score last, int depth, std::vector<Move>& pv) {
    constexpr int kFirstAspirationDepth = 4;
    Score margin = first_margin_;
    if (margin == 0 || depth < kFirstAspirationDepth || is_proven(last)) margin = kInfiniteScore;
    for (Score low = margin, high = margin;;) {
      const Score alpha = std::max(last - low, -kInfiniteScore);
      const Score beta = std::min(last + high, kInfiniteScore);
      const Score score = tree_.search(depth, alpha, beta);
      if (!tree_.pv().empty()) pv = tree_.pv();
      if (tree_.budget().is_spent()) return score;
      constexpr Score kWidest = 40'000;
      if (score <= alpha && alpha > -kInfiniteScore) {
        low = low > kWidest ? 2 * kInfiniteScore : 4 * low;
      } else if (score >= beta && beta < kInfiniteScore) {
        high = high > kWidest ? 2 * kInfiniteScore : 4 * high;
      } else {
        return score;
      }
    }
  }

  std::vector<Move> any_move(const Node& root) const {
    if (game_.outcome(root) != Outcome::kOpen) return {};
    MoveList<Move> moves;
    game_.generate_all(root, moves);
    return moves.empty() ? std::vector<Move>{} : std::vector<Move>{moves[0]};
  }

  const G& game_;
  TreeSearch<G>& tree_;
  const Score first_margin_;
  const std::size_t line_count_;
};

}  // namespace tabiya
