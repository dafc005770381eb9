// Game-tree searches of pairs of setups, for PairOracles: the same for every game and every evaluation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/search/engine.h"
#include "core/search/settled_value.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/setup_rules.h"

namespace tabiya {

// Pairs of one red are compared with each other, so no evaluation may depend on which of them came first.
inline constexpr SearchParameters kPairSearchParameters{.correction = 0};

inline constexpr std::size_t kLookTableBytes = std::size_t{16} << 20;  // of a look's transposition table

// To be raised with every change of the values that a search of a pair to a given depth returns: books record
// it.
inline constexpr std::uint32_t kPairSearchVersion = 7;
static_assert(kSearchVersion == 6, "values of pairs come from the search: raise both versions");

template <GameRules R, SetupsOf<R> S = SetupsOfRules<R>>
class SetupPairSearcher final : public PairSearcher {
 public:
  // Engines are made as they are needed: for searches with kPairSearchParameters, for looks with those of a player.
  using MakeEngine = std::function<std::unique_ptr<EngineFor<R>>(const SearcherOptions&)>;
  SetupPairSearcher(MakeEngine make, std::size_t table_bytes, const S& setups = {})
      : setups_(setups),
        make_(std::move(make)),
        engine_(make_({.table_bytes = table_bytes, .parameters = kPairSearchParameters})) {}

  void set_red(SetupId red) override {
    red_ = red;
    engine_->new_game();
  }

  // A search of two plies less comes first: it costs little, and orders the moves.
  Result<PairSearchResult> search(SetupId blue, int depth, Score alpha, Score beta) override {
    const auto position = setups_.position_after(red_, blue);
    const std::uint64_t before = depth > 2 ? search_once(position, depth - 2, alpha, beta).nodes : 0;
    PairSearchResult result = search_once(position, depth, alpha, beta);
    result.nodes += before;
    if (result.red_value > alpha && result.red_value < beta)
      result.line = places_of(engine_->window_pv(), position);
    return result;
  }

  Result<std::optional<PairSearchResult>> look(SetupId blue, std::uint64_t nodes) override {
    if (!player_) player_ = make_({.table_bytes = kLookTableBytes});
    player_->new_game();
    const auto position = setups_.position_after(red_, blue);
    const Score sign = R::side_to_move(position) == 0 ? 1 : -1;
    SettledValue settled;
    const auto found = player_->search(position, {.nodes = nodes}, [&](const auto& iteration) {
      settled.add(sign * iteration.score);
      return true;
    });
    return std::optional(PairSearchResult{settled.value(), found.nodes});
  }

 private:
  using Position = typename R::Position;

  PairSearchResult search_once(const Position& position, int depth, Score alpha, Score beta) {
    const bool red_moves = R::side_to_move(position) == 0;
    const WindowResult found = red_moves ? engine_->search_window(position, depth, alpha, beta, {})
                                         : engine_->search_window(position, depth, -beta, -alpha, {});
    return {red_moves ? found.score : -found.score, found.nodes};
  }

  static LinePlaces places_of(const std::vector<typename R::Move>& pv, Position position) {
    LinePlaces places;
    for (const typename R::Move move : pv) {
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
  MakeEngine make_;
  std::unique_ptr<EngineFor<R>> engine_;
  std::unique_ptr<EngineFor<R>> player_;  // null before the first look
};

// A PairOracle whose searches are by an evaluation; what that refers to must outlive the oracle and its searchers. `S`
// are the game's setups.
template <GameRules R, EvaluatorOf<R> E, SetupsOf<R> S>
class SearchingOracle : public PairOracle {
 public:
  const SetupSpace& reds() const override { return setups_.reds(); }
  const SetupSpace& blues() const override { return setups_.blues(); }
  ValueOrigin origin() const override { return {evaluation_.fingerprint(), kPairSearchVersion}; }
  std::unique_ptr<PairSearcher> searcher(std::size_t table_bytes) const override {
    const auto make = [evaluation = evaluation_](const SearcherOptions& options) {
      return std::make_unique<SearchEngine<R, E>>(evaluation, nullptr, options);
    };
    return std::make_unique<SetupPairSearcher<R, S>>(make, table_bytes, setups_);
  }

 protected:
  SearchingOracle(const E& evaluation, const S& setups) : evaluation_(evaluation), setups_(setups) {}

  const E evaluation_;
  const S setups_;
};

}  // namespace tabiya
