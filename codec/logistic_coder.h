// Coding of integers that are expected near some place: with a logistic distribution around it, so that a
// value costs one interval and no search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "codec/interval_coder.h"
#include "codec/mixing.h"

namespace tabiya::codec {

// Scales of distributions, in units of 1 / 256: 8 of them an octave, from 1 / 32 up, named by their levels.
namespace scale_levels {

inline constexpr int kPerOctave = 8;
inline constexpr int kCount = 29 * kPerOctave;

constexpr std::int64_t scale(int level) {
  return std::int64_t{kPerOctave + level % kPerOctave} << (level / kPerOctave);
}
inline constexpr auto kScales = [] {
  std::array<std::int64_t, kCount> table{};
  for (int level = 0; level < kCount; ++level) table[level] = scale(level);
  return table;
}();
inline constexpr auto kInverseScales = [] {  // 2^32 / scale
  std::array<std::int64_t, kCount> table{};
  for (int level = 0; level < kCount; ++level) table[level] = (std::int64_t{1} << 32) / scale(level);
  return table;
}();

// The level of the largest scale that is not above `scale`.
constexpr int level(std::uint32_t scale) {
  scale = std::max<std::uint32_t>(scale, kPerOctave);
  const int octave = std::bit_width(scale) - std::bit_width(std::uint32_t{kPerOctave});
  return octave * kPerOctave + static_cast<int>(scale >> octave) - kPerOctave;
}

}  // namespace scale_levels

// The forecast of a value before it is coded.
struct Forecast {
  std::int64_t mean = 0;  // in units of 1 / 256
  int level = 0;          // of the scale of a logistic distribution around it

  static constexpr int kUnit = 16 * kLogitUnit;  // what distances are counted in: one scale

  // The distance of `value` above the mean, in units of 1 / kUnit of a scale.
  int distance(std::int64_t value) const { return distance_of(value * 256); }

  // The probability of less than `value`, in units of 2^-20.
  std::uint32_t below(std::int64_t value) const {
    const int place = std::min(distance_of(value * 256 - 128), kMost - 1), whole = place >> 4,
              part = place & 15;
    const std::uint32_t p = squash(whole);
    return 16 * p + static_cast<std::uint32_t>(part) * (squash(whole + 1) - p);
  }

 private:
  static constexpr int kMost = 16 * kMaxLogit;

  int distance_of(std::int64_t place) const {  // in units of 1 / 256
    const std::int64_t scaled = (place - mean) * scale_levels::kInverseScales[level] >> 20;
    return static_cast<int>(std::clamp<std::int64_t>(scaled, -kMost, kMost));
  }
};

// Codes values from `low` to `high` < `low` + 2^23, both in magnitude below 2^22. All have something of the
// intervals: 1 / 128 of them goes to all alike, for what no forecast predicts.
class LogisticCoder {
 public:
  LogisticCoder(std::int32_t low, std::int32_t high)
      : low_(low),
        high_(high),
        least_(std::max((1u << (kIntervalBits - 7)) / static_cast<std::uint32_t>(high - low + 1), 1u)),
        share_((1u << kIntervalBits) - least_ * static_cast<std::uint32_t>(high - low + 1)) {}

  template <class Coder>
  std::int32_t code(Coder& coder, std::int32_t value, const Forecast& forecast) const {
    Place place{value, {}};
    if constexpr (Coder::kDecodes) {
      place = find(coder.place(), forecast);
    } else {
      place.interval = interval(value, forecast);
    }
    coder.code(place.interval);
    return place.value;
  }

  Interval interval(std::int32_t value, const Forecast& forecast) const {
    const std::uint32_t start = begin(value, forecast);
    return {start, begin(value + 1, forecast) - start};
  }

  struct Place {
    std::int32_t value;
    Interval interval;
  };

  // The value in whose interval the number `place` lies: looked for where a logistic distribution has it,
  // then next to that, then by bisection.
  Place find(std::uint32_t place, const Forecast& forecast) const {
    std::int32_t low = low_, high = high_, value = guess(place, forecast);
    std::uint32_t start = begin(value, forecast);
    for (int tries = 0;; ++tries) {
      if (start > place) {
        high = value - 1;
        value = tries < kNear ? high : low + (high - low) / 2;
        const std::uint32_t end = start;
        start = begin(value, forecast);
        if (start <= place && value == high) return {value, {start, end - start}};
      } else {
        const std::uint32_t end = begin(value + 1, forecast);
        if (place < end) return {value, {start, end - start}};
        low = value + 1;
        value = tries < kNear ? low : low + (high - low) / 2;
        start = value == low ? end : begin(value, forecast);
      }
    }
  }

 private:
  static constexpr int kLogitBits = std::countr_zero(static_cast<unsigned>(kLogitUnit));
  static constexpr int kNear = 3;

  // The value at which the distribution has the place, after what all values before the mean have alike.
  std::int32_t guess(std::uint32_t place, const Forecast& forecast) const {
    const std::int64_t shared = place - least_ * ((forecast.mean >> 8) - low_);
    const auto p = std::clamp<std::int64_t>(shared + (shared >> 7), 0, (1 << kIntervalBits) - 1);
    const std::int64_t logit = stretch(static_cast<std::uint32_t>(p >> (kIntervalBits - kProbabilityBits)));
    const std::int64_t middle =
        forecast.mean + (logit * scale_levels::kScales[forecast.level] >> kLogitBits) + 128;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(middle >> 8, low_, high_));
  }

  std::uint32_t begin(std::int32_t value, const Forecast& forecast) const {
    const std::uint64_t below = value <= low_ ? 0 : value > high_ ? 1u << 20 : forecast.below(value);
    return static_cast<std::uint32_t>((below * share_ >> 20) +
                                      least_ * static_cast<std::uint32_t>(value - low_));
  }

  std::int32_t low_, high_;
  std::uint32_t least_, share_;  // of each value, and of what the forecasts say
};

}  // namespace tabiya::codec
