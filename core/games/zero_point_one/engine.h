// A search of 0.1 whose evaluation is chosen at run time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "core/eval/kernels/kernels.h"
#include "core/eval/packed_network.h"
#include "core/games/zero_point_one/position.h"
#include "core/search/limits.h"
#include "core/search/parameters.h"

namespace tabiya::zero_point_one {

// For use by one thread.
class Engine {
 public:
  using Result = SearchResult<Move>;
  using Report = std::function<bool(const Result&)>;  // of each iteration; false ends the search
  struct WindowResult {
    Score score;          // from the view of the side to move; nothing where the search was cut short
    std::uint64_t nodes;  // visited
    bool cut_short;
  };

  virtual ~Engine() = default;

  virtual void new_game() = 0;  // forgets all that was learnt

  // Of a position after the setup phase. The principal variation is empty only if it has no legal move.
  // `played`: the hashes of the positions that led to it, as Searcher::search() has it.
  virtual Result search(const Position& position, const Limits& limits, const Report& report = {},
                        std::span<const std::uint64_t> played = {}) = 0;

  // One search to `depth` within the window alpha < beta, for comparing positions: outside the window the
  // score is a bound. Depth does not count among the limits.
  virtual WindowResult search_window(const Position& position, int depth, Score alpha, Score beta,
                                     const Limits& limits) = 0;

  // Static, from the view of the side to move.
  virtual Score evaluate(const Position& position) const = 0;

  // Visited by all searches so far.
  virtual std::uint64_t nodes() const = 0;
};

// With the linear evaluation.
std::unique_ptr<Engine> make_engine(const SearcherOptions& options);
// With a network, which has passed check_features().
std::unique_ptr<Engine> make_engine(std::shared_ptr<const PackedNetwork> network, const KernelSet& kernels,
                                    const SearcherOptions& options);

}  // namespace tabiya::zero_point_one
