// The evaluation network (core/eval/network.h) in floating point, as it is trained.
//
// An activation of 1 stands for 127, an output of 1 for one logit:
//
//   accumulator[p] = transformer_bias + sum of (own + shared) rows
//   x  = clamp(accumulator, 0, 1)      h0 = clamp(w0 x + b0, 0, 1)
//   h1 = clamp(w1 h0 + b1, 0, 1)       output = w2 h1 + b2
//
// The feature transformer is factorised: the row of a feature is the sum of one of its own and one that the
// same piece on the same square has in all king buckets. So a rare feature begins with the knowledge of
// similar ones. Each number has a limit, within which the integers that it becomes are in range.
//
// A network of width 0 has no layers. It is linear (core/eval/feature_weights.h): each feature has one number
// in logits, and the bias is one number, too:
//
//   output = bias + sum of (own + shared) numbers that the mover sees - the same of the other side
//
// Where weights taper, row 2 f is the number of feature f in the middlegame and row 2 f + 1 that in the
// endgame; each counts by its share, which the phase tells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/eval/feature_weights.h"
#include "core/eval/features.h"
#include "core/eval/network.h"

namespace tabiya::booksearch {

// The shape of the model that is trained.
struct ModelShape {
  std::size_t features = 0;  // rows: one for each, or two
  std::size_t shared = 0;    // rows that all king buckets share: that of feature f is f % shared
  std::uint32_t width = 0;   // one of kNetworkWidths, or 0 for a linear model
  bool tapers = false;       // of a linear model: two rows are of one feature

  constexpr bool is_linear() const { return width == 0; }
  bool operator==(const ModelShape&) const = default;
};

// The arrays of numbers, all by rows, first index slowest. In a linear model rows have one number, and the
// arrays from kW0 on are empty.
enum FloatArray : std::size_t {
  kOwn,              // [features][width]
  kShared,           // [shared][width]
  kTransformerBias,  // [width]
  kW0,               // [kHidden0][2 * width]
  kB0,
  kW1,  // [kHidden1][kHidden0]
  kB1,
  kW2,  // [kHidden1]
  kB2,
  kFloatArrays
};

constexpr std::size_t array_size(FloatArray array, const ModelShape& shape) {
  const std::size_t row = shape.is_linear() ? 1 : shape.width;
  if (array >= kW0 && shape.is_linear()) return 0;
  const std::array<std::size_t, kFloatArrays> sizes{shape.features * row,
                                                    shape.shared * row,
                                                    row,
                                                    std::size_t{2} * kHidden0 * row,
                                                    kHidden0,
                                                    kHidden1 * kHidden0,
                                                    kHidden1,
                                                    kHidden1,
                                                    1};
  return sizes[array];
}

// The integer that 1 becomes.
inline constexpr float kActivationScale = kMaxActivation;
inline constexpr float kOutputScale = 10'000;
constexpr float array_scale(FloatArray array) {
  constexpr std::array<float, kFloatArrays> kScales{
      kActivationScale,
      kActivationScale,
      kActivationScale,
      1 << kHidden0Shift,
      kActivationScale * (1 << kHidden0Shift),
      1 << kHidden1Shift,
      kActivationScale * (1 << kHidden1Shift),
      kOutputScale / kActivationScale,
      kOutputScale,
  };
  return kScales[array];
}

// Returns the largest magnitude allowed. For the feature transformer it is that of a sum of an own and a
// shared row.
constexpr float array_limit(FloatArray array) {
  constexpr std::array<int, kFloatArrays> kLimits{
      kMaxTransformerWeight, kMaxTransformerWeight, kMaxTransformerWeight, kMaxLayerWeight, kMaxLayerBias,
      kMaxLayerWeight,       kMaxLayerBias,         kMaxLayerWeight,       kMaxLayerBias};
  return static_cast<float>(kLimits[array]) / array_scale(array);
}

struct FloatNetwork {
  ModelShape shape;
  std::array<std::vector<float>, kFloatArrays> arrays;

  FloatNetwork() = default;
  // Makes a network of zeros.
  explicit FloatNetwork(const ModelShape& model) : shape(model) {
    for (std::size_t i = 0; i < kFloatArrays; ++i)
      arrays[i].resize(array_size(static_cast<FloatArray>(i), shape));
  }

  std::vector<float>& operator[](FloatArray array) { return arrays[array]; }
  const std::vector<float>& operator[](FloatArray array) const { return arrays[array]; }
  bool operator==(const FloatNetwork&) const = default;
};

// Returns a network of small random numbers to begin a training with; the own rows are zero. A linear model
// begins with zeros.
FloatNetwork random_float_network(const ModelShape& shape, std::uint64_t seed);

// Returns the network of those integers; a shared row is the mean of those of its king buckets.
FloatNetwork from_integers(const NetworkWeights& weights, std::size_t shared);

// Folds the shared rows in, rounds to the nearest, and cuts to the ranges of core/eval/network.h. The integer
// layers round activations down; half a unit in their biases makes up for it. It is not for linear models.
NetworkWeights to_integers(const FloatNetwork& network);

// Does the same for a linear model.
FeatureWeights to_weights(const FloatNetwork& network);
// Returns the linear model of those weights. `model` is its shape, except for the number of features.
FloatNetwork from_weights(const FeatureWeights& weights, ModelShape model);

// Computes the output (logits, the view of the side to move) by the formulas above. All faster code is tested
// against it. Where weights taper, `phase` is the share of the middlegame, 0 to 1.
double reference_output(const FloatNetwork& network, std::span<const Feature> mover_features,
                        std::span<const Feature> other_features, double phase = 1);

}  // namespace tabiya::booksearch
