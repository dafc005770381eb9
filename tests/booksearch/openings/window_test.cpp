#include "booksearch/openings/window.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace tabiya::booksearch {
namespace {

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

// The share of random values that belong: a sum of twelve uniform ones is nearly normal.
double sampled(const Window& window, double mean, double deviation) {
  constexpr int kSamples = 200'000;
  Random random(7);
  int inside = 0;
  for (int i = 0; i < kSamples; ++i) {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(random.next() >> 11) * 0x1p-53;
    inside += window.contains(mean + deviation * sum) ? 1 : 0;
  }
  return static_cast<double>(inside) / kSamples;
}

TEST(Window, ProbabilitiesAreThoseOfSamples) {
  for (const Window& window :
       {Window{Measure::kScore, 75, 145, false}, Window{Measure::kScore, 75, 145, true},
        Window{Measure::kScore, -20, 40, true}, Window{Measure::kDrawRate, 48, 52, true},
        Window{Measure::kExpectedScore, 45, 60, true}}) {
    for (const double mean : {-90.0, 10.0, 50.0, 140.0}) {
      for (const double deviation : {5.0, 60.0})
        EXPECT_NEAR(window.probability(mean, deviation), sampled(window, mean, deviation), 0.006)
            << mean << ' ' << deviation;
    }
    EXPECT_EQ(window.probability(50, 0), window.contains(50) ? 1 : 0);
  }
}

}  // namespace
}  // namespace tabiya::booksearch
