// Game-tree searches of pairs of setups, for the PairOracles of 0.1: the same for every evaluation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/games/zero_point_one/game.h"
#include "core/games/zero_point_one/setup.h"
#include "core/search/searcher.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::zero_point_one {

// Pairs of one red are compared with each other, so no evaluation may depend on which of them came first.
inline constexpr SearchParameters kPairSearchParameters{.correction = 0};

// `evaluation` must outlive the searcher.
template <Evaluator E>
class SetupPairSearcher final : public PairSearcher {
 public:
  SetupPairSearcher(const E& evaluation, std::size_t table_bytes)
      : game_(evaluation),
        searcher_(game_, {.table_bytes = table_bytes, .parameters = kPairSearchParameters}) {}

  void set_red(SetupId red) override {
    red_ = red;
    searcher_.new_game();
  }

  // Deepens step by step: a shallow search costs little, and orders the moves of the next one.
  PairSearchResult search(SetupId blue, int depth, Score alpha, Score beta) override {
    const typename ZeroPointOne<E>::Node root = game_.root(position_after(red_, blue));
    PairSearchResult result;
    for (int step = depth > 0 ? 1 : 0; step <= depth; ++step) {
      result.red_value = searcher_.search_window(root, step, alpha, beta);  // Red is to move
      result.nodes += searcher_.nodes();
    }
    return result;
  }

 private:
  SetupId red_ = 0;
  ZeroPointOne<E> game_;
  Searcher<ZeroPointOne<E>> searcher_;
};

template <Evaluator E>
ValueOrigin origin_of_pairs(const E& evaluation) {
  return {evaluation.fingerprint(), kSearchVersion};
}

}  // namespace tabiya::zero_point_one
