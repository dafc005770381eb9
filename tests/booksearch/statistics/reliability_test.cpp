#include "booksearch/statistics/reliability.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.h"

namespace tabiya::booksearch {
namespace reliability_test {

double uniform(Random& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }
double chance_of(double logit) { return 1 / (1 + std::exp(-logit)); }

// Games of which a share is drawn, whose logit of the expected score is bias + slope * that of the chance.
std::vector<Forecast> some_games(double bias, double slope, double drawn, int count, Random& random) {
  std::vector<Forecast> games;
  for (int i = 0; i < count; ++i) {
    const double logit = 4 * uniform(random) - 2, expected = chance_of(bias + slope * logit);
    const double draws = drawn * std::min(expected, 1 - expected) * 2;
    const double at = uniform(random);
    games.push_back({chance_of(logit), at < draws ? 0.5 : at < draws + expected - draws / 2 ? 1.0 : 0.0});
  }
  return games;
}

TEST(Reliability, CountsGamesBinByBin) {
  const std::vector<Forecast> games{{0.05, 0}, {0.31, 1}, {0.39, 0}, {0.35, 0.5}, {1, 1}, {0.999, 0.5}};
  const auto bins = reliability(games, 10);
  ASSERT_EQ(bins.size(), 3u);
  EXPECT_EQ(bins[0].count, 1u);
  EXPECT_EQ(bins[0].interval, (Interval{0, 1}));
  EXPECT_EQ(bins[1].count, 3u);
  EXPECT_NEAR(bins[1].chance, 0.35, 1e-12);
  EXPECT_NEAR(bins[1].score, 0.5, 1e-12);
  EXPECT_EQ(bins[2].count, 2u);
  EXPECT_NEAR(bins[2].score, 0.75, 1e-12);
  EXPECT_TRUE(reliability({}, 10).empty());
}

TEST(Reliability, HoldsTheTruthAsOftenAsItSays) {
  Random random(1);
  int bins = 0, reliable = 0, caught = 0;
  for (int run = 0; run < 300; ++run) {
    for (const auto& bin : reliability(some_games(0, 1, 0.5, 2'000, random), 10)) {
      ++bins;
      reliable += bin.interval.contains(bin.chance) ? 1 : 0;
    }
    for (const auto& bin : reliability(some_games(-0.5, 1, 0.5, 2'000, random), 10))
      caught += bin.interval.contains(bin.chance) ? 0 : 1;
  }
  EXPECT_NEAR(static_cast<double>(reliable) / bins, 0.99, 0.006);
  EXPECT_GT(caught, bins * 9 / 10);
}

TEST(Reliability, IsNotCertainOfWinsAlone) {
  const std::vector<Forecast> games(30, {0.97, 1});
  const ReliabilityBin bin = reliability(games, 10).front();
  EXPECT_TRUE(bin.interval.contains(bin.chance));
}

TEST(FitCalibration, FindsBiasAndSlope) {
  Random random(2);
  int inside = 0;
  constexpr int kRuns = 200;
  for (int run = 0; run < kRuns; ++run) {
    const Calibration fit = fit_calibration(some_games(-0.3, 1.4, 0.6, 1'500, random));
    inside += std::abs(fit.bias + 0.3) < 1.96 * fit.bias_error &&
              std::abs(fit.slope - 1.4) < 1.96 * fit.slope_error;
    EXPECT_NEAR(fit.bias, -0.3, 0.25);
    EXPECT_NEAR(fit.slope, 1.4, 0.3);
  }
  EXPECT_GT(inside, kRuns * 83 / 100);  // both at once: some 90 %
}

TEST(FitCalibration, SaysNothingWithoutDifferences) {
  const std::vector<Forecast> games(50, {0.3, 1}), proofs(50, {1, 1});
  for (const auto& few : {games, proofs, std::vector<Forecast>()}) {
    EXPECT_EQ(fit_calibration(few).slope, 1);
    EXPECT_EQ(fit_calibration(few).slope_error, kUnbounded);
  }
}

TEST(BrierScore, IsTheMeanSquareOfErrors) {
  EXPECT_EQ(brier_score({}), 0);
  const std::vector<Forecast> games{{0.5, 1}, {0.25, 0}};
  EXPECT_NEAR(brier_score(games), (0.25 + 0.0625) / 2, 1e-12);
}

}  // namespace reliability_test
}  // namespace tabiya::booksearch
