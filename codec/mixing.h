// The parts of a context-mixing model (M. Mahoney, "Adaptive weighing of context models for lossless data
// compression", 2005): adaptive bits, each the probability of a decision in one context, and mixers, which
// weigh many such opinions in the logistic domain and learn whom to trust. Integers only, so that encoder and
// decoder agree on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "codec/range_coder.h"

namespace tabiya::codec {

// The logistic domain: ln(p / (1 - p)) in units of 1 / 256, from -kMaxLogit to kMaxLogit.
inline constexpr int kLogitUnit = 256;
inline constexpr int kMaxLogit = 2047;

namespace mixing_tables {

// squash() of every logit.
inline constexpr auto kSquash = [] {
  constexpr std::uint64_t kDecay = 4278222720;  // exp(-1/256), in units of 2^-32
  std::array<std::uint16_t, 2 * kMaxLogit + 1> table{};
  std::uint64_t power = std::uint64_t{1} << 32;  // exp(-i/256)
  for (int i = 0; i <= kMaxLogit; ++i) {
    const std::uint64_t one = std::uint64_t{1} << 32;
    const std::uint64_t p = std::min<std::uint64_t>((one << kProbabilityBits) / (one + power), 65535);
    table[kMaxLogit + i] = static_cast<std::uint16_t>(p);
    table[kMaxLogit - i] = static_cast<std::uint16_t>(65536 - p);
    power = power * kDecay >> 32;
  }
  return table;
}();

// The logit of every probability in units of 1 / 4096, from the middle of its interval.
inline constexpr auto kStretch = [] {
  std::array<std::int16_t, 4096> table{};
  int logit = -kMaxLogit;
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    while (logit < kMaxLogit && kSquash[logit + kMaxLogit] < 16 * i + 8) ++logit;
    table[i] = static_cast<std::int16_t>(logit);
  }
  return table;
}();

// 65536 / (n + 1.5)
inline constexpr auto kRate = [] {
  std::array<std::uint16_t, 1024> table{};
  for (std::uint32_t n = 0; n < table.size(); ++n)
    table[n] = static_cast<std::uint16_t>(131072 / (2 * n + 3));
  return table;
}();

}  // namespace mixing_tables

// 1 / (1 + exp(-logit)) as a probability; logits beyond the domain are taken for its ends.
constexpr std::uint32_t squash(int logit) {
  return mixing_tables::kSquash[std::clamp(logit, -kMaxLogit, kMaxLogit) + kMaxLogit];
}

// The inverse, of a probability p < 65536.
constexpr int stretch(std::uint32_t p) { return mixing_tables::kStretch[p >> (kProbabilityBits - 12)]; }

// The probability of a decision in one context: the share of ones so far, where the last `limit` decisions
// count in full and older ones fade. A context that was never met says nothing: its logit is 0.
class AdaptiveBit {
 public:
  std::uint32_t p() const { return state_ >> (32 - kProbabilityBits); }

  void update(bool bit, std::uint32_t limit) {
    const std::uint32_t seen = state_ & kSeenMask;
    const auto p = static_cast<std::int64_t>(state_ >> kSeenBits);
    const std::int64_t target = bit ? (1 << (32 - kSeenBits)) - 1 : 0;
    const auto moved = static_cast<std::uint32_t>(p + (target - p) * mixing_tables::kRate[seen] / 65536);
    state_ = moved << kSeenBits | std::min(seen + 1, limit);
  }

 private:
  static constexpr unsigned kSeenBits = 10;
  static constexpr std::uint32_t kSeenMask = (1u << kSeenBits) - 1;

  std::uint32_t state_ = 1u << 31;  // probability (22 bits) and number of decisions seen (10 bits)
};
inline constexpr std::uint32_t kMaxAdaptiveLimit = 1023;

// Weighs kInputs logits. The weights belong to one set of circumstances: a model has a mixer for each.
template <std::size_t kInputs>
class Mixer {
 public:
  using Inputs = std::array<int, kInputs>;
  static constexpr int kUnit = 1 << 16;  // a weight of 1

  explicit constexpr Mixer(int weight = kUnit / static_cast<int>(kInputs)) { weights_.fill(weight); }
  constexpr void set_weight(std::size_t input, int weight) { weights_[input] = weight; }

  // The probability of a 1.
  std::uint32_t mix(const Inputs& logits) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < kInputs; ++i) sum += std::int64_t{weights_[i]} * logits[i];
    return squash(static_cast<int>(std::clamp<std::int64_t>(sum / kUnit, -kMaxLogit, kMaxLogit)));
  }

  // Moves the weights down the gradient of the coding cost; `p` is what mix() said, `rate` in units of 2^-18.
  void update(const Inputs& logits, std::uint32_t p, bool bit, int rate) {
    const int error = (bit ? 65535 : 0) - static_cast<int>(p);
    for (std::size_t i = 0; i < kInputs; ++i) {
      const std::int64_t step = std::int64_t{logits[i]} * error * rate >> 26;
      weights_[i] = static_cast<int>(std::clamp<std::int64_t>(weights_[i] + step, -kMaxWeight, kMaxWeight));
    }
  }

 private:
  static constexpr int kMaxWeight = 16 * kUnit;
  std::array<int, kInputs> weights_{};
};

}  // namespace tabiya::codec
