#include "codec/logistic_coder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tabiya::codec::logistic_coder_test {

constexpr std::uint32_t kWhole = 1u << kIntervalBits;

struct Case {
  std::int32_t low, high;
  Forecast forecast;
};

// Forecasts of every scale, mostly within the bounds.
Case random_case(std::mt19937_64& random, std::int32_t most) {
  const auto below = [&](std::int64_t bound) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
  };
  const auto low = static_cast<std::int32_t>(below(2 * most) - most);
  const auto high = static_cast<std::int32_t>(low + below(most - low));
  const std::int64_t mean = low * 256 + below((std::int64_t{high} - low + 1) * 256);
  return {low, high, {mean, static_cast<int>(random() % scale_levels::kCount)}};
}

TEST(ScaleLevels, AreWhatTheyName) {
  for (int level = 0; level < scale_levels::kCount; ++level) {
    const std::int64_t scale = scale_levels::scale(level);
    if (scale >> 32 != 0) break;
    ASSERT_EQ(scale_levels::level(static_cast<std::uint32_t>(scale)), level);
    ASSERT_EQ(scale_levels::level(static_cast<std::uint32_t>(scale - 1)), std::max(level - 1, 0));
  }
  EXPECT_LT(scale_levels::level(0xFFFFFFFF), scale_levels::kCount);
  EXPECT_EQ(scale_levels::level(0), 0);
}

// The obvious search, through all values from the lowest.
TEST(LogisticCoder, FindsTheValueWhoseIntervalHoldsAPlace) {
  std::mt19937_64 random(44);
  for (int round = 0; round < 3000; ++round) {
    const auto [low, high, forecast] = random_case(random, 1 << random() % 10);
    const LogisticCoder coder(low, high);
    std::uint32_t start = 0;
    for (std::int32_t value = low; value <= high; ++value) {
      const Interval interval = coder.interval(value, forecast);
      ASSERT_EQ(interval.start, start);
      ASSERT_GT(interval.size, 0u);
      for (const std::uint32_t place :
           {start, start + static_cast<std::uint32_t>(random() % interval.size), start + interval.size - 1}) {
        const LogisticCoder::Place found = coder.find(place, forecast);
        ASSERT_EQ(found.value, value);
        ASSERT_EQ(found.interval.start, start);
        ASSERT_EQ(found.interval.size, interval.size);
      }
      start += interval.size;
    }
    ASSERT_EQ(start, kWhole);
  }
}

TEST(LogisticCoder, FindsValuesOfTheWidestRange) {
  std::mt19937_64 random(45);
  constexpr std::int32_t kMost = (1 << 22) - 1;
  const LogisticCoder coder(-kMost, kMost);
  for (int round = 0; round < 20'000; ++round) {
    const Forecast forecast = random_case(random, kMost).forecast;
    const auto place = static_cast<std::uint32_t>(random() % kWhole);
    const LogisticCoder::Place found = coder.find(place, forecast);
    const Interval interval = coder.interval(found.value, forecast);
    ASSERT_LE(interval.start, place);
    ASSERT_LT(place - interval.start, interval.size);
    ASSERT_EQ(interval.size, found.interval.size);
  }
}

// 127 parts of the distribution in floating point, and one of all values alike.
TEST(LogisticCoder, FollowsTheDistribution) {
  std::mt19937_64 random(46);
  for (int round = 0; round < 1000; ++round) {
    const auto [low, high, forecast] = random_case(random, 200);
    const double mean = static_cast<double>(forecast.mean) / 256;
    const double scale = static_cast<double>(scale_levels::scale(forecast.level)) / 256;
    const auto below = [&, low = low, high = high](std::int32_t value) {
      if (value == low || value > high) return value == low ? 0. : 1.;
      return 1 / (1 + std::exp((mean - value + 0.5) / scale));
    };
    for (std::int32_t value = low; value <= high; ++value) {
      const double wanted = (below(value + 1) - below(value)) * 127 / 128 + 1. / 128 / (high - low + 1);
      const Interval interval = LogisticCoder(low, high).interval(value, forecast);
      ASSERT_NEAR(static_cast<double>(interval.size) / kWhole, wanted, 0.002) << value;
    }
  }
}

}  // namespace tabiya::codec::logistic_coder_test
