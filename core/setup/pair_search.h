// Game-tree searches of pairs of setups, for PairOracles: the same for every game and every evaluation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/search/evaluated_game.h"
#include "core/search/searcher.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/setup_rules.h"

namespace tabiya {

// Pairs of one red are compared with each other, so no evaluation may depend on which of them came first.
inline constexpr SearchParameters kPairSearchParameters{.correction = 0};

// To be raised with every change of the values that a search of a pair to a given depth returns: books record
// it.
inline constexpr std::uint32_t kPairSearchVersion = 7;
static_assert(kSearchVersion == 6, "values of pairs come from the search: raise both versions");

// `evaluation` must outlive the searcher.
template <GameRules R, EvaluatorOf<R> E, SetupsOf<R> S = SetupsOfRules<R>>
class SetupPairSearcher final : public PairSearcher {
 public:
  SetupPairSearcher(const E& evaluation, std::size_t table_bytes, const S& setups = {})
      : setups_(setups),
        game_(evaluation),
        searcher_(game_, {.table_bytes = table_bytes, .parameters = kPairSearchParameters}) {}

  void set_red(SetupId red) override {
    red_ = red;
    searcher_.new_game();
  }

  // A search of two plies less comes first: it costs little, and orders the moves.
  Result<PairSearchResult> search(SetupId blue, int depth, Score alpha, Score beta) override {
    const auto root = game_.root(setups_.position_after(red_, blue));
    const std::uint64_t before = depth > 2 ? search_once(root, depth - 2, alpha, beta).nodes : 0;
    PairSearchResult result = search_once(root, depth, alpha, beta);
    result.nodes += before;
    if (result.red_value > alpha && result.red_value < beta) result.line = places_of_pv(blue);
    return result;
  }

 private:
  using Node = typename EvaluatedGame<R, E>::Node;

  PairSearchResult search_once(const Node& root, int depth, Score alpha, Score beta) {
    const bool red_moves = game_.side_to_move(root) == 0;
    const Score value = red_moves ? searcher_.search_window(root, depth, alpha, beta)
                                  : -searcher_.search_window(root, depth, -beta, -alpha);
    return {value, searcher_.nodes()};
  }

  LinePlaces places_of_pv(SetupId blue) const {
    LinePlaces places;
    auto position = setups_.position_after(red_, blue);
    for (const typename R::Move move : searcher_.pv()) {
      MoveList<typename R::Move> moves;
      R::generate_all(position, moves);
      const auto place = std::find(moves.begin(), moves.end(), move);
      if (place == moves.end() || places.size() == kLinePlies) break;
      places.push_back(static_cast<std::uint16_t>(place - moves.begin()));
      R::play(position, move);
    }
    return places;
  }

  S setups_;
  SetupId red_ = 0;
  EvaluatedGame<R, E> game_;
  Searcher<EvaluatedGame<R, E>> searcher_;
};

template <class E>
ValueOrigin origin_of_pairs(const E& evaluation) {
  return {evaluation.fingerprint(), kPairSearchVersion};
}

}  // namespace tabiya
