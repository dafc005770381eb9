// Searcher: what searches a position of any Game.
//
// With one thread, results depend on nothing but the game and the calls since new_game(), except where a stop
// flag or a deadline cuts a search short. Several threads search the same position, each by itself, and help
// one another through the transposition table alone ("lazy SMP"; the idea comes from Toga and Cheese, and
// Stockfish 7 made it common): the result is that of the first thread, and differs from run to run.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/search/alpha_beta.h"
#include "core/search/deepening.h"
#include "core/search/game.h"
#include "core/search/limits.h"
#include "core/search/parameters.h"
#include "core/search/transposition.h"
#include "core/thread_group.h"

namespace tabiya {

// To be raised with every change of the values that a search of a given depth returns: books record it.
inline constexpr std::uint32_t kSearchVersion = 6;

template <Game G>
class Searcher {
 public:
  using Move = typename G::Move;
  using Node = typename G::Node;
  using Result = typename Deepening<G>::Result;
  using Report = typename Deepening<G>::Report;

  // `game` must outlive the searcher.
  Searcher(const G& game, const SearcherOptions& options)
      : game_(game), options_(options), table_(options.table_bytes) {
    for (int i = 0; i < std::max(options.threads, 1); ++i) {
      trees_.push_back(std::make_unique<TreeSearch<G>>(game, table_, options.parameters));
    }
  }

  // Forgets everything learned: what follows is as from a new searcher.
  void new_game() {
    table_.forget();
    for (const auto& tree : trees_) tree->new_game();
  }

  // Iterative deepening within `limits`. Always finds a move if there is one. `played`: the repetition
  // keys of the positions of the game that led to `root`, the last one last, as far as they are known: one of
  // them that comes again counts as a draw, as one does that repeats on a line. Throws ThreadsRefused.
  Result search(const Node& root, const Limits& limits, const Report& report = {},
                std::span<const std::uint64_t> played = {}) {
    table_.begin_search();
    const std::size_t threads = useful_threads(limits.nodes);
    NodePool pool(limits.nodes);
    Report report_all;
    if (report) {
      report_all = [&](Result result) {
        for (std::size_t i = 1; i < threads; ++i) result.nodes += trees_[i]->budget().published_nodes();
        return report(result);
      };
    }
    NodePool* const shared = threads > 1 ? &pool : nullptr;
    std::atomic<bool> stop = false;
    ThreadGroup helpers([&stop] { stop = true; });
    const Limits own{.stop = &stop, .first_moves = limits.first_moves};  // of the helpers
    for (std::size_t i = 1; i < threads; ++i) {
      helpers.start([this, i, &root, &own, played, shared] {
        // Half of them are a ply ahead, so that they find out other things.
        deepening(i, 1, shared).run(root, own, played, 1 + static_cast<int>(i % 2), {});
      });
    }
    Result result =
        deepening(0, options_.lines, shared).run(root, limits, played, /*first_depth=*/0, report_all);
    stop = true;
    helpers.join();
    for (std::size_t i = 1; i < threads; ++i) result.nodes += trees_[i]->budget().nodes();
    return result;
  }

  // One search by one thread to `depth` (0 … kMaxDepth) within the window alpha < beta. The score means
  // nothing once the limits, whose depth does not count, were met.
  Score search_window(const Node& root, int depth, Score alpha, Score beta, const Limits& limits = {}) {
    trees_[0]->begin(root, limits);
    return trees_[0]->search(depth, alpha, beta);
  }

  // The principal variation of the last search_window(), if its score lies within the window.
  const std::vector<Move>& pv() const { return trees_[0]->pv(); }

  // True if the last search_window() was cut short.
  bool was_cut_short() const { return trees_[0]->budget().is_spent(); }

  // The share of the transposition table that the last search has written, per mille.
  int table_use() const { return table_.use_per_mille(); }

  // The nodes that the last search_window() visited.
  std::uint64_t nodes() const { return trees_[0]->budget().nodes(); }

 private:
  // A thread that could not take a share of the nodes would find nothing out.
  std::size_t useful_threads(std::uint64_t nodes) const {
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(nodes / NodePool::kShare, 1, trees_.size()));
  }

  Deepening<G> deepening(std::size_t thread, int lines, NodePool* pool) {
    return Deepening<G>(game_, *trees_[thread], options_.parameters, lines, pool);
  }

  const G& game_;
  const SearcherOptions options_;
  TranspositionTable table_;
  std::vector<std::unique_ptr<TreeSearch<G>>> trees_;  // one for each thread
};

}  // namespace tabiya
