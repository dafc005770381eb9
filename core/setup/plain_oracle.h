// The PairOracle of a game that prepares nothing: each pair is set up and evaluated from scratch. That is
// enough if there are few pairs, and faster oracles must agree with it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/search/evaluated_game.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/pair_search.h"
#include "core/setup/setup_rules.h"

namespace tabiya {

// `evaluation` must outlive the scorer.
template <GameRules R, EvaluatorOf<R> E, SetupsOf<R> S = SetupsOfRules<R>>
class PlainScorer final : public PairScorer {
 public:
  PlainScorer(const E& evaluation, const S& setups, std::span<const SetupId> blues)
      : game_(evaluation), setups_(setups), blues_(blues) {}

  void set_red(SetupId red) override { red_ = red; }

  void evaluate(std::uint32_t first, std::span<Score> values) override {
    for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = value(first + i);
  }

  RowMinimum minimum(std::uint32_t first, std::uint32_t last, Score cutoff) override {
    return row_minimum(blues_, first, last, cutoff, [this](std::uint32_t i) { return value(i); });
  }

 private:
  Score value(std::uint32_t i) const {
    auto node = game_.root(setups_.position_after(red_, blues_[i]));
    const Score score = game_.evaluate(node);
    return game_.side_to_move(node) == 0 ? score : -score;
  }

  EvaluatedGame<R, E> game_;
  S setups_;
  std::span<const SetupId> blues_;
  SetupId red_ = 0;
};

template <GameRules R, EvaluatorOf<R> E, SetupsOf<R> S = SetupsOfRules<R>>
class PlainBlues final : public PreparedBlues {
 public:
  PlainBlues(const E& evaluation, const S& setups, std::span<const SetupId> blues)
      : evaluation_(&evaluation), setups_(setups), blues_(blues.begin(), blues.end()) {}

  std::unique_ptr<PairScorer> scorer() const override {
    return std::make_unique<PlainScorer<R, E, S>>(*evaluation_, setups_, blues_);
  }

 private:
  const E* evaluation_;
  S setups_;
  std::vector<SetupId> blues_;
};

template <GameRules R, EvaluatorOf<R> E, SetupsOf<R> S = SetupsOfRules<R>>
class PlainOracle final : public SearchingOracle<R, E, S> {
 public:
  // `data` is what the evaluation refers to.
  explicit PlainOracle(const E& evaluation = E(), std::shared_ptr<const void> data = {},
                       const S& setups = S())
      : SearchingOracle<R, E, S>(evaluation, setups), data_(std::move(data)) {}

  std::unique_ptr<PreparedBlues> prepare(std::span<const SetupId> blues) const override {
    return std::make_unique<PlainBlues<R, E, S>>(this->evaluation_, this->setups_, blues);
  }

 private:
  std::shared_ptr<const void> data_;
};

}  // namespace tabiya
