// EngineFor: a search of one game whose evaluation is chosen at run time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/search/evaluated_game.h"
#include "core/search/limits.h"
#include "core/search/parameters.h"
#include "core/search/searcher.h"

namespace tabiya {

// For use by one thread.
template <GameRules R>
class EngineFor {
 public:
  using Position = typename R::Position;
  using Result = SearchResult<typename R::Move>;
  using Report = std::function<bool(const Result&)>;  // of each iteration; false ends the search

  virtual ~EngineFor() = default;

  virtual void new_game() = 0;  // forgets everything learned

  // Searches a position in which moves are made. The principal variation is empty only if it has no legal
  // move. `played`: the repetition keys of the positions that led to it, as Searcher::search() has it.
  virtual Result search(const Position& position, const Limits& limits, const Report& report = {},
                        std::span<const std::uint64_t> played = {}) = 0;

  // One search to `depth` within the window alpha < beta, for comparing positions: outside the window the
  // score is a bound. Depth does not count among the limits.
  virtual WindowResult search_window(const Position& position, int depth, Score alpha, Score beta,
                                     const Limits& limits) = 0;

  // The principal variation of the last search_window() whose score lay within its window; empty for engines that keep none.
  virtual std::vector<typename R::Move> window_pv() const { return {}; }

  // The static value, from the view of the side to move.
  virtual Score evaluate(const Position& position) const = 0;

  // The nodes that all searches have visited so far.
  virtual std::uint64_t nodes() const = 0;
  // The share of the transposition table that the last search has written, per mille.
  virtual int table_use() const = 0;
};

template <GameRules R, EvaluatorOf<R> E>
class SearchEngine final : public EngineFor<R> {
 public:
  using typename EngineFor<R>::Position;
  using typename EngineFor<R>::Result;
  using typename EngineFor<R>::Report;

  // `data` is what the evaluation refers to. `sample` is offered what is evaluated; where there is one, it outlives this.
  SearchEngine(const E& evaluation, std::shared_ptr<const void> data, const SearcherOptions& options,
               PositionSample<Position>* sample = nullptr)
      : data_(std::move(data)),
        evaluation_(evaluation),
        game_(evaluation_, sample),
        searcher_(game_, options) {}

  void new_game() override { searcher_.new_game(); }

  Result search(const Position& position, const Limits& limits, const Report& report,
                std::span<const std::uint64_t> played) override {
    Result result = searcher_.search(game_.root(position), limits, report, played);
    nodes_ += result.nodes;
    return result;
  }

  WindowResult search_window(const Position& position, int depth, Score alpha, Score beta,
                             const Limits& limits) override {
    const Score score = searcher_.search_window(game_.root(position), depth, alpha, beta, limits);
    nodes_ += searcher_.nodes();
    return {score, searcher_.nodes(), searcher_.was_cut_short()};
  }

  std::vector<typename R::Move> window_pv() const override { return searcher_.pv(); }

  Score evaluate(const Position& position) const override {
    auto root = game_.root(position);
    return game_.evaluate(root);
  }

  std::uint64_t nodes() const override { return nodes_; }
  int table_use() const override { return searcher_.table_use(); }

 private:
  std::uint64_t nodes_ = 0;
  std::shared_ptr<const void> data_;
  using Evaluation = SearchedEvaluation<R, E>;
  Evaluation evaluation_;
  EvaluatedGame<R, Evaluation> game_;
  Searcher<EvaluatedGame<R, Evaluation>> searcher_;
};

}  // namespace tabiya
