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

// Whether there is a weight for each of these features. Errors: kUnsupported.
template <FeatureSet F>
Status check_features(const FeatureWeights& weights) {
  if (weights.weights.size() == F::kFeatures) return ok_status();
  return unsupported("weights of " + std::to_string(weights.weights.size()) + " features; this game has " +
                     std::to_string(F::kFeatures));
}

// An evaluation as EvaluatorOf (core/search/rules.h) has it.
template <FeatureSet F>
class WeightedEvaluation {
 public:
  using Position = typename F::Position;
  using Move = typename F::Move;
  struct State {
    std::array<std::int32_t, 2> sums{};  // of what each side sees; nothing for a side without a king bucket
  };

  // `weights` have passed check_features() and must outlive the evaluation.
  explicit WeightedEvaluation(const FeatureWeights& weights)
      : weights_(&weights), fingerprint_(tabiya::fingerprint(weights)) {}

  void reset(const Position& position, State& state) const {
    for (int side = 0; side < 2; ++side)
      if (F::has_king_bucket(position, side)) state.sums[side] = sum_of(F::list(position, side));
  }

  void update(const Position& before, const State& parent, Move move, const Position& after,
              State& state) const {
    const auto change = F::change(before, move);
    for (int side = 0; side < 2; ++side) {
      if (!F::has_king_bucket(after, side)) continue;
      if (change.king_bucket_changed[side]) {
        state.sums[side] = sum_of(F::list(after, side));
        continue;
      }
      const int bucket = F::king_bucket(after, side);
      const auto weight = [&](const auto& piece_square) {
        return std::int32_t{weights_->weights[F::feature(side, bucket, piece_square)]};
      };
      std::int32_t sum = parent.sums[side];
      for (int i = 0; i < change.added_count; ++i) sum += weight(change.added[i]);
      for (int i = 0; i < change.removed_count; ++i) sum -= weight(change.removed[i]);
      state.sums[side] = sum;
    }
  }

  Score value(const Position& position, const State& state) const {
    if (const auto value = F::value_without_king(position)) return *value;
    const int mover = F::side_to_move(position);
    return weights_->bias + state.sums[mover] - state.sums[1 - mover];
  }

  std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  std::int32_t sum_of(std::span<const Feature> features) const {
    std::int32_t sum = 0;
    for (const Feature feature : features) sum += weights_->weights[feature];
    return sum;
  }

  const FeatureWeights* weights_;
  std::uint64_t fingerprint_;
};

}  // namespace tabiya
