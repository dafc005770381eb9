// The PairOracle of a game with an evaluation that is separable: Red's sum less Blue's, and the bonus of the
// side to move. So the best reply to every red is the same blue, and a row costs one subtraction a pair.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/setup/pair_oracle.h"
#include "core/setup/pair_search.h"
#include "core/setup/setup_rules.h"

namespace tabiya {

// The values of setups, which are cheap to copy.
template <class V>
concept SetupValues = std::copyable<V> && requires(const V& values, SetupId id, std::int32_t value) {
  // The value of a setup to its owner, in units of the evaluation.
  { values.red_value(id) } -> std::same_as<std::int32_t>;
  { values.blue_value(id) } -> std::same_as<std::int32_t>;
  // The value of a pair by those of its setups: logit x 10,000, Red's view.
  { values.pair_value(value, value) } -> std::same_as<Score>;
};

template <SetupValues V>
class SeparableScorer final : public PairScorer {
 public:
  SeparableScorer(const V& values, std::span<const SetupId> blues, std::span<const std::int32_t> blue_values)
      : values_(values), blues_(blues), blue_values_(blue_values) {}

  void set_red(SetupId red) override { red_value_ = values_.red_value(red); }

  void evaluate(std::uint32_t first, std::span<Score> values) override {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(first + i);
  }

  RowMinimum minimum(std::uint32_t first, std::uint32_t last, Score cutoff) override {
    return row_minimum(blues_, first, last, cutoff, [this](std::uint32_t i) { return value(i); });
  }

 private:
  Score value(std::size_t i) const { return values_.pair_value(red_value_, blue_values_[i]); }

  V values_;
  std::span<const SetupId> blues_;
  std::span<const std::int32_t> blue_values_;
  std::int32_t red_value_ = 0;
};

template <SetupValues V>
class SeparableBlues final : public PreparedBlues {
 public:
  SeparableBlues(const V& values, std::span<const SetupId> blues)
      : values_(values), blues_(blues.begin(), blues.end()) {
    blue_values_.reserve(blues.size());
    for (SetupId blue : blues) blue_values_.push_back(values.blue_value(blue));
  }

  std::unique_ptr<PairScorer> scorer() const override {
    return std::make_unique<SeparableScorer<V>>(values_, blues_, blue_values_);
  }

 private:
  V values_;
  std::vector<SetupId> blues_;
  std::vector<std::int32_t> blue_values_;
};

// `E` is the evaluation of searches, and `V` its static values of pairs.
template <GameRules R, EvaluatorOf<R> E, SetupValues V = E, SetupsOf<R> S = SetupsOfRules<R>>
class SeparableOracle final : public SearchingOracle<R, E, S> {
 public:
  explicit SeparableOracle(const E& evaluation = {}, const V& values = {}, const S& setups = {})
      : SearchingOracle<R, E, S>(evaluation, setups), values_(values) {}

  std::unique_ptr<PreparedBlues> prepare(std::span<const SetupId> blues) const override {
    return std::make_unique<SeparableBlues<V>>(values_, blues);
  }

 private:
  V values_;
};

}  // namespace tabiya
