// Game-tree searches of pairs of setups, for PairOracles: the same for every game and every evaluation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/search/evaluated_game.h"
#include "core/search/searcher.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/setup_rules.h"

namespace tabiya {

// Pairs of one red are compared with each other, so no evaluation may depend on which of them came first.
inline constexpr SearchParameters kPairSearchParameters{.correction = 0};

// `evaluation` must outlive the searcher.
template <SetupRules R, EvaluatorOf<R> E>
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
    const auto root = game_.root(R::position_after(red_, blue));
    const bool red_moves = game_.side_to_move(root) == 0;
    PairSearchResult result;
    for (int step = depth > 0 ? 1 : 0; step <= depth; ++step) {
      result.red_value = red_moves ? searcher_.search_window(root, step, alpha, beta)
                                   : -searcher_.search_window(root, step, -beta, -alpha);
      result.nodes += searcher_.nodes();
    }
    return result;
  }

 private:
  SetupId red_ = 0;
  EvaluatedGame<R, E> game_;
  Searcher<EvaluatedGame<R, E>> searcher_;
};

template <class E>
ValueOrigin origin_of_pairs(const E& evaluation) {
  return {evaluation.fingerprint(), kSearchVersion};
}

}  // namespace tabiya
