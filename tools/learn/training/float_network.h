// The evaluation network (core/eval/network.h) in floating point, as it is trained.
//
// An activation of 1 stands for 127, an output of 1 for one logit:
//
//   accumulator[p] = embedding_bias + sum of (own + shared) rows
//   x  = clamp(accumulator, 0, 1)      h0 = clamp(w0 x + b0, 0, 1)
//   h1 = clamp(w1 h0 + b1, 0, 1)       output = w2 h1 + b2
//
// The embedding is factorised: the row of a feature is the sum of one of its own and one that the same piece
// on the same square has for all ten squares of the own wazir. So what is rarely seen begins with what is
// known of its like. Each number has a limit, within which the integers that it becomes are in range.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/eval/network.h"
#include "core/games/zero_point_one/features.h"

namespace tabiya::tools {

// The arrays of numbers, all by rows, first index slowest.
enum FloatArray : std::size_t {
  kOwn,            // [kFeatures][width]
  kShared,         // [kSharedFeatures][width]
  kEmbeddingBias,  // [width]
  kW0,             // [kHidden0][2 * width]
  kB0,
  kW1,  // [kHidden1][kHidden0]
  kB1,
  kW2,  // [kHidden1]
  kB2,
  kFloatArrays
};

inline constexpr std::size_t kSharedFeatures = zero_point_one::kFeaturesPerWazirSquare;

constexpr std::size_t array_size(FloatArray array, std::uint32_t width) {
  const std::array<std::size_t, kFloatArrays> sizes{zero_point_one::kFeatures * std::size_t{width},
                                                    kSharedFeatures * width,
                                                    width,
                                                    std::size_t{2} * kHidden0 * width,
                                                    kHidden0,
                                                    kHidden1 * kHidden0,
                                                    kHidden1,
                                                    kHidden1,
                                                    1};
  return sizes[array];
}

// What 1 becomes in integers.
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

// The largest magnitude allowed. For the embedding it is that of a sum of an own and a shared row.
constexpr float array_limit(FloatArray array) {
  constexpr std::array<int, kFloatArrays> kLimits{
      kMaxEmbeddingWeight, kMaxEmbeddingWeight, kMaxEmbeddingWeight, kMaxLayerWeight, kMaxLayerBias,
      kMaxLayerWeight,     kMaxLayerBias,       kMaxLayerWeight,     kMaxLayerBias};
  return static_cast<float>(kLimits[array]) / array_scale(array);
}

struct FloatNetwork {
  std::uint32_t width = 0;
  std::array<std::vector<float>, kFloatArrays> arrays;

  FloatNetwork() = default;
  // All zero; `network_width` is one of kNetworkWidths.
  explicit FloatNetwork(std::uint32_t network_width) : width(network_width) {
    for (std::size_t i = 0; i < kFloatArrays; ++i)
      arrays[i].resize(array_size(static_cast<FloatArray>(i), width));
  }

  std::vector<float>& operator[](FloatArray array) { return arrays[array]; }
  const std::vector<float>& operator[](FloatArray array) const { return arrays[array]; }
  bool operator==(const FloatNetwork&) const = default;
};

// Small random numbers to begin a training with; the own rows are zero.
FloatNetwork random_float_network(std::uint32_t width, std::uint64_t seed);

// The network of those integers; its shared rows are zero. `weights` has the features of 0.1.
FloatNetwork from_integers(const NetworkWeights& weights);

// Folds the shared rows in, rounds to the nearest, and cuts to the ranges of core/eval/network.h. The
// integer layers round activations down; half a unit in their biases makes up for it.
NetworkWeights to_integers(const FloatNetwork& network);

// The output (logits, the view of the side to move) by the formulas above: what everything faster is tested
// against.
double reference_output(const FloatNetwork& network, std::span<const Feature> mover_features,
                        std::span<const Feature> other_features);

}  // namespace tabiya::tools
