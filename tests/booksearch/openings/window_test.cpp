#include "booksearch/openings/window.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"

namespace tabiya::booksearch {
namespace window_test {

TEST(Window, LooksAtOneMeasure) {
  const Judgement judgement{-31, {100, 640, 260}, 9, 5000};
  EXPECT_EQ(value_of(judgement, Measure::kScore), -31);
  EXPECT_EQ(value_of(judgement, Measure::kDrawRate), 64.0);
  EXPECT_EQ(value_of(judgement, Measure::kExpectedScore), 42.0);
}

TEST(Window, ContainsItsEdges) {
  const Window window{Measure::kScore, 75, 145, false};
  for (const double inside : {75, 100, 145}) EXPECT_TRUE(window.contains(inside)) << inside;
  for (const double outside : {74, 146, -100}) EXPECT_FALSE(window.contains(outside)) << outside;
}

TEST(Window, MayBeForEitherSide) {
  EXPECT_TRUE((Window{Measure::kScore, 75, 145, true}.contains(-100)));
  EXPECT_FALSE((Window{Measure::kScore, 75, 145, true}.contains(0)));
  EXPECT_TRUE((Window{Measure::kExpectedScore, 60, 70, true}.contains(35)));
  EXPECT_FALSE((Window{Measure::kExpectedScore, 60, 70, false}.contains(35)));
  EXPECT_FALSE((Window{Measure::kDrawRate, 60, 70, true}.contains(35)));
}

// The inverse of coordinate_of().
double value_at(double coordinate, Measure measure) {
  if (measure == Measure::kScore) return coordinate;
  return (100.05 * std::exp(coordinate) - 0.05) / (1 + std::exp(coordinate));
}

// The share of random values that belong: a sum of twelve uniform ones is nearly normal.
double sampled(const Window& window, double mean, double deviation) {
  constexpr int kSamples = 100'000;
  Random random(7);
  int inside = 0;
  for (int i = 0; i < kSamples; ++i) {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(random.next() >> 11) * 0x1p-53;
    inside += window.contains(value_at(mean + deviation * sum, window.measure)) ? 1 : 0;
  }
  return static_cast<double>(inside) / kSamples;
}

TEST(Window, ProbabilitiesAreThoseOfSamples) {
  for (const Window& window :
       {Window{Measure::kScore, 75, 145, false}, Window{Measure::kScore, 75, 145, true},
        Window{Measure::kScore, -20, 40, true}, Window{Measure::kDrawRate, 48, 52, true},
        Window{Measure::kExpectedScore, 45, 60, true}, Window{Measure::kExpectedScore, 70, 80, true}}) {
    const double unit = window.measure == Measure::kScore ? 100 : 1;
    for (const double mean : {-0.9, 0.1, 0.5, 1.4}) {
      for (const double deviation : {0.05, 0.6})
        EXPECT_NEAR(window.probability(mean * unit, deviation * unit),
                    sampled(window, mean * unit, deviation * unit), 0.008)
            << mean << ' ' << deviation;
    }
  }
}

TEST(Window, CoordinatesKeepTheOrder) {
  for (const Measure measure : {Measure::kDrawRate, Measure::kExpectedScore}) {
    for (int value = 0; value < 100; ++value)
      EXPECT_LT(coordinate_of(value, measure), coordinate_of(value + 1, measure));
    EXPECT_NEAR(coordinate_of(30, measure), -coordinate_of(70, measure), 1e-12);
  }
}

}  // namespace window_test
}  // namespace tabiya::booksearch
