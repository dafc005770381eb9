// The evaluation of a game's positions by weights of their features, kept up to date along a line of play.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "codec/result.h"
#include "core/eval/feature_weights.h"
#include "core/eval/features.h"
#include "core/search/score.h"

namespace tabiya {

// Checks that each of so many features has its weights. Errors: kUnsupported.
template <FeatureSet F>
Status check_features(const FeatureWeights& weights, std::size_t features = F::kFeatures) {
  const std::size_t wanted = kWeightsOf<F> * features;
  if (weights.weights.size() == wanted) return ok_status();
  return unsupported(std::to_string(weights.weights.size()) + " weights of features; this game has " +
                     std::to_string(wanted));
}

// An evaluation as EvaluatorOf (core/search/rules.h) has it.
template <FeatureSet F>
class WeightedEvaluation {
 public:
  using Position = typename F::Position;
  using Move = typename F::Move;
  // The sums of the weights of some features: one sum for one table, or one each for the middlegame and the
  // endgame.
  using Sum = std::array<std::int32_t, kWeightsOf<F>>;
  struct State {
    std::array<Sum, 2> sums{};  // of what each side sees; nothing for a side without a king bucket
  };

  // `weights` have passed check_features() and must outlive the evaluation.
  explicit WeightedEvaluation(const FeatureWeights& weights)
      : weights_(&weights), fingerprint_(tabiya::fingerprint(weights)) {}

  void reset(const Position& position, State& state) const {
    for (int side = 0; side < 2; ++side)
      if (F::has_king_bucket(position, side)) state.sums[side] = sum_of(list_features<F>(position, side));
  }

  void update(const Position& before, const State& parent, Move move, const Position& after,
              State& state) const {
    const auto change = F::change(before, move);
    for (int side = 0; side < 2; ++side) {
      if (!F::has_king_bucket(after, side)) continue;
      if (change.king_bucket_changed[side]) {
        state.sums[side] = sum_of(list_features<F>(after, side));
        continue;
      }
      const int bucket = F::king_bucket(after, side);
      Sum sum = parent.sums[side];
      for (int i = 0; i < change.added_count; ++i) add<1>(F::feature(side, bucket, change.added[i]), sum);
      for (int i = 0; i < change.removed_count; ++i)
        add<-1>(F::feature(side, bucket, change.removed[i]), sum);
      state.sums[side] = sum;
    }
  }

  Score value(const Position& position, const State& state) const {
    if (const auto value = F::value_without_king(position)) return *value;
    const Sum &mover = state.sums[F::side_to_move(position)],
              &other = state.sums[1 - F::side_to_move(position)];
    if constexpr (TaperedFeatures<F>) {
      const int phase = F::phase(position);
      const std::int32_t middlegame = mover[0] - other[0], endgame = mover[1] - other[1];
      return weights_->bias + (middlegame * phase + endgame * (kMiddlegame - phase)) / kMiddlegame;
    } else {
      return weights_->bias + mover[0] - other[0];
    }
  }

  std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  template <int kSign>
  void add(Feature feature, Sum& sum) const {
    const std::int16_t* const weights = weights_->weights.data() + std::size_t{feature} * sum.size();
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += kSign * weights[i];
  }

  Sum sum_of(std::span<const Feature> features) const {
    Sum sum{};
    for (const Feature feature : features) add<1>(feature, sum);
    return sum;
  }

  const FeatureWeights* weights_;
  std::uint64_t fingerprint_;
};

}  // namespace tabiya
