// The evaluation network: an efficiently updatable one (NNUE; Yu Nasu, 2018), in integers throughout.
//
// A position is seen twice, by the side to move and by the other side. Each sees it as a set of features;
// every feature owns a row of the feature transformer, and the sum of the rows is the side's accumulator. A
// move changes few features, so that accumulators are cheap to keep. The rest is three small layers:
//
//   accumulator[p] = transformer_bias + sum of transformer rows         width int16, for p = mover, other side
//   x  = clamp(accumulator, 0, 127), the mover's before the other's  2 * width
//   h0 = clamp((w0 x + b0) >> 8, 0, 127)                             16
//   h1 = clamp((w1 h0 + b1) >> 6, 0, 127)                            32
//   evaluation = w2 h1 + b2                                          logit x 10,000, the mover's view
//
// Scales: an activation of 127 stands for 1. Shifts are arithmetic (they round down). The numbers are
// integers in the ranges below, for which no sum can overflow: 16 bits hold every accumulator, whatever the
// order in which rows are added and removed, and 32 bits hold everything else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "codec/result.h"

namespace tabiya {

inline constexpr std::size_t kCacheLine = 64;  // bytes; also the widest vector register

template <class T>
struct CacheLineAllocator {
  using value_type = T;

  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* data, std::size_t) { ::operator delete (data, std::align_val_t{kCacheLine}); }

  template <class U>
  bool operator==(const CacheLineAllocator<U>&) const {
    return true;
  }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

inline constexpr std::array<std::uint32_t, 5> kNetworkWidths = {32, 64, 128, 256, 512};
inline constexpr std::uint32_t kMaxNetworkWidth = 512;
inline constexpr std::uint32_t kMaxNetworkFeatures = 1u << 16;
inline constexpr int kHidden0 = 16;
inline constexpr int kHidden1 = 32;
inline constexpr int kHidden0Shift = 8;
inline constexpr int kHidden1Shift = 6;
inline constexpr int kMaxActivation = 127;

// These limits keep the arithmetic safe. 31 rows and the bias: 32 * 1023 < 2^15. 2 * 512 * 127 * 127 < 2^25.
inline constexpr int kMaxActiveFeatures = 31;
inline constexpr int kMaxTransformerWeight = 1023;   // and of the feature transformer's bias
inline constexpr int kMaxLayerWeight = 127;          // of w0, w1, w2
inline constexpr int kMaxLayerBias = (1 << 22) - 1;  // of b0, b1, b2; an evaluation stays below 2^23

struct NetworkShape {
  std::uint32_t features = 0;  // rows of the feature transformer: as many as the game has features
  std::uint32_t width = 0;     // one of kNetworkWidths
  bool operator==(const NetworkShape&) const = default;
};

// Checks that this build can run `shape`. Errors: kUnsupported.
Status check_shape(NetworkShape shape);

// The numbers as they are published: arrays by rows, first index slowest.
struct NetworkWeights {
  NetworkShape shape;
  AlignedVector<std::int16_t> transformer;       // [features][width]
  AlignedVector<std::int16_t> transformer_bias;  // [width]
  std::vector<std::int8_t> w0;                   // [16][2 * width]
  std::array<std::int32_t, kHidden0> b0{};
  std::array<std::int8_t, kHidden1 * kHidden0> w1{};  // [32][16]
  std::array<std::int32_t, kHidden1> b1{};
  std::array<std::int8_t, kHidden1> w2{};
  std::int32_t b2 = 0;

  NetworkWeights() = default;
  explicit NetworkWeights(NetworkShape shape);  // all zero; `shape` has passed check_shape

  bool operator==(const NetworkWeights&) const = default;
};

// Calls visit(span of numbers, largest magnitude allowed, name) for each array, in the published order.
template <class Weights, class Visit>
void visit_arrays(Weights& weights, Visit visit) {
  visit(std::span(weights.transformer), kMaxTransformerWeight, "feature transformer");
  visit(std::span(weights.transformer_bias), kMaxTransformerWeight, "feature transformer bias");
  visit(std::span(weights.w0), kMaxLayerWeight, "w0");
  visit(std::span(weights.b0), kMaxLayerBias, "b0");
  visit(std::span(weights.w1), kMaxLayerWeight, "w1");
  visit(std::span(weights.b1), kMaxLayerBias, "b1");
  visit(std::span(weights.w2), kMaxLayerWeight, "w2");
  visit(std::span(&weights.b2, 1), kMaxLayerBias, "b2");
}

// The number of numbers in a network.
std::size_t number_count(NetworkShape shape);

// Checks that all numbers are in range. The offset of an error is the index of the number in the published
// order.
Status check_ranges(const NetworkWeights& weights);

// The evaluation, from the features that the side to move and the other side see: the formulas above, word
// for word. Everything faster is tested against it.
std::int32_t reference_evaluation(const NetworkWeights& weights,
                                  std::span<const std::uint16_t> mover_features,
                                  std::span<const std::uint16_t> other_features);

// Fingerprints are equal for equal numbers.
std::uint64_t fingerprint(const NetworkWeights& weights);

}  // namespace tabiya
