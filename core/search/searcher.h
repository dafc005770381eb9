// Searcher: what searches a position of any Game, by iterative deepening.
//
// One thread. Results depend on nothing but the game and the calls since new_game(), except where a stop flag
// or a deadline cuts a search short.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/search/alpha_beta.h"
#include "core/search/game.h"
#include "core/search/limits.h"
#include "core/search/parameters.h"

namespace tabiya {

// To be raised with every change of the values that a search of a given depth returns: books record it.
inline constexpr std::uint32_t kSearchVersion = 2;

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
      : game_(game), first_margin_(parameters.aspiration), tree_(game, table_bytes, parameters) {}

  // Forgets all that was learnt: what follows is as from a new searcher.
  void new_game() { tree_.new_game(); }

  // Iterative deepening within `limits`. Always finds a move where there is one.
  Result search(const Node& root, const Limits& limits, const Report& report = {}) {
    tree_.begin(root, limits, /*ages=*/true);
    Result result;
    result.pv = any_move(root);
    for (int depth = 0; depth <= limits.depth; ++depth) {
      const Score score = search_around(result.score, depth, result.pv);
      result.nodes = tree_.budget().nodes();
      if (tree_.budget().is_spent()) break;
      result.score = score;
      result.depth = depth;
      if (report && !report(result)) break;
    }
    return result;
  }

  // One search to `depth` (0 … kMaxDepth) within the window alpha < beta. The score means nothing once the
  // limits, whose depth does not count, were met.
  Score search_window(const Node& root, int depth, Score alpha, Score beta, const Limits& limits = {}) {
    tree_.begin(root, limits, /*ages=*/false);
    return tree_.search(depth, alpha, beta);
  }

  // Whether the last search was cut short.
  bool was_cut_short() const { return tree_.budget().is_spent(); }

  // Visited by the last search.
  std::uint64_t nodes() const { return tree_.budget().nodes(); }

 private:
  // An iteration within a small window around the last score, which grows until it holds the new one. `pv` is
  // set as soon as there is one: an unfinished iteration counts too, since it began with the best move.
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
  const Score first_margin_;
  TreeSearch<G> tree_;
};

}  // namespace tabiya
