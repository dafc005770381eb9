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
#include "core/setup/row_minimum.h"
#include "core/setup/setup_rules.h"

namespace tabiya {

template <class E>
concept SeparableEvaluation = requires(SetupId id, std::int32_t value) {
  // What a setup is worth to its owner, in units of the evaluation.
  { E::setup_value(id) } -> std::same_as<std::int32_t>;
  // The value of a pair by those of its setups: logit x 10,000, Red's view.
  { E::pair_value(value, value) } -> std::same_as<Score>;
};

template <SeparableEvaluation E>
class SeparableScorer final : public PairScorer {
 public:
  SeparableScorer(std::span<const SetupId> blues, std::span<const std::int32_t> blue_values)
      : blues_(blues), blue_values_(blue_values) {}

  void set_red(SetupId red) override { red_value_ = E::setup_value(red); }

  void evaluate(std::uint32_t first, std::span<Score> values) override {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(first + i);
  }

  RowMinimum minimum(std::uint32_t first, std::uint32_t last, Score cutoff) override {
    return row_minimum(blues_, first, last, cutoff, [this](std::uint32_t i) { return value(i); });
  }

 private:
  Score value(std::size_t i) const { return E::pair_value(red_value_, blue_values_[i]); }

  std::span<const SetupId> blues_;
  std::span<const std::int32_t> blue_values_;
  std::int32_t red_value_ = 0;
};

template <SeparableEvaluation E>
class SeparableBlues final : public PreparedBlues {
 public:
  explicit SeparableBlues(std::span<const SetupId> blues) : blues_(blues.begin(), blues.end()) {
    values_.reserve(blues.size());
    for (SetupId blue : blues) values_.push_back(E::setup_value(blue));
  }

  std::unique_ptr<PairScorer> scorer() const override {
    return std::make_unique<SeparableScorer<E>>(blues_, values_);
  }

 private:
  std::vector<SetupId> blues_;
  std::vector<std::int32_t> values_;
};

template <SetupRules R, SeparableEvaluation E>
class SeparableOracle final : public PairOracle {
 public:
  const SetupSpace& reds() const override { return R::red_setups(); }
  const SetupSpace& blues() const override { return R::blue_setups(); }
  ValueOrigin origin() const override { return origin_of_pairs(evaluation_); }
  std::unique_ptr<PreparedBlues> prepare(std::span<const SetupId> blues) const override {
    return std::make_unique<SeparableBlues<E>>(blues);
  }
  std::unique_ptr<PairSearcher> searcher(std::size_t table_bytes) const override {
    return std::make_unique<SetupPairSearcher<R, E>>(evaluation_, table_bytes);
  }

 private:
  E evaluation_;
};

}  // namespace tabiya
