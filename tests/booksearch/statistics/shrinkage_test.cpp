#include "booksearch/statistics/shrinkage.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "core/random.h"

namespace tabiya::booksearch {
namespace shrinkage_test {

std::size_t drawn(Random& random, const PairShares& shares) {
  double left = static_cast<double>(random.below(1'000'000)) / 1'000'000;
  for (std::size_t k = 0; k + 1 < shares.size(); ++k)
    if ((left -= shares[k]) < 0) return k;
  return shares.size() - 1;
}

// Samples of `size` pairs; every other one has the shares `odd`.
std::vector<PairCounts> samples(const PairShares& even, const PairShares& odd, std::size_t count,
                                std::size_t size) {
  Random random(7);
  std::vector<PairCounts> all(count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t pair = 0; pair < size; ++pair) ++all[i][drawn(random, i % 2 == 0 ? even : odd)];
  return all;
}

constexpr PairShares kBook{0.02, 0.2, 0.5, 0.25, 0.03};

TEST(Shrinkage, DrawsAlikeSamplesAllTheWayToTheMean) {
  const auto all = samples(kBook, kBook, 300, 20);
  const Shrinkage shrinkage(all);
  for (std::size_t k = 0; k < kPairScores; ++k) EXPECT_NEAR(shrinkage.mean()[k], kBook[k], 0.02);
  EXPECT_GT(shrinkage.concentration(), 200);
  EXPECT_NEAR(shrinkage.expected({0, 0, 4, 0, 0})[2], 0.5, 0.03);
}

TEST(Shrinkage, LeavesSamplesThatDifferAsTheyAre) {
  const auto all = samples({0, 0.02, 0.96, 0.02, 0}, {0.1, 0.4, 0.1, 0.3, 0.1}, 200, 30);
  const Shrinkage shrinkage(all);
  EXPECT_LT(shrinkage.concentration(), 4);
  EXPECT_GT(shrinkage.expected({0, 0, 30, 0, 0})[2], 0.9);
  EXPECT_LT(shrinkage.bound_of_others({0, 0, 30, 0, 0}, 2), 0.15);
}

TEST(Shrinkage, IsMostLikelyAmongItsNeighbours) {
  const auto all = samples({0.05, 0.3, 0.3, 0.3, 0.05}, {0.02, 0.1, 0.76, 0.1, 0.02}, 100, 12);
  const Shrinkage shrinkage(all);
  // By gamma functions: the obvious way.
  const auto likelihood = [&](double concentration) {
    double sum = 0;
    for (const PairCounts& sample : all) {
      sum += std::lgamma(concentration) - std::lgamma(concentration + static_cast<double>(total(sample)));
      for (std::size_t k = 0; k < kPairScores; ++k)
        sum += std::lgamma(concentration * shrinkage.mean()[k] + static_cast<double>(sample[k])) -
               std::lgamma(concentration * shrinkage.mean()[k]);
    }
    return sum;
  };
  const double best = likelihood(shrinkage.concentration());
  EXPECT_GT(best, likelihood(shrinkage.concentration() * 1.05));
  EXPECT_GT(best, likelihood(shrinkage.concentration() / 1.05));
}

// Single pairs cannot tell whether positions differ, and a new sample is expected to be like all.
TEST(Shrinkage, SaysNothingOfSinglePairs) {
  const auto all = samples({0, 0, 1, 0, 0}, {0.5, 0, 0, 0, 0.5}, 200, 1);
  EXPECT_GT(Shrinkage(all).concentration(), Shrinkage::kMostConcentration / 2);
  EXPECT_NEAR(Shrinkage(all).expected({0, 0, 0, 0, 0})[2], 0.5, 1e-9);
  EXPECT_NEAR(Shrinkage({}).expected({1, 0, 0, 0, 0})[2], 0.2, 1e-3);
}

// Shares of a Dirichlet distribution with whole parameters, by sums of exponential variates.
PairShares spread(Random& random, const std::array<int, kPairScores>& parameters) {
  PairShares shares{};
  double sum = 0;
  for (std::size_t k = 0; k < kPairScores; ++k)
    for (int i = 0; i < parameters[k]; ++i) {
      const double variate = -std::log((static_cast<double>(random.below(1'000'000)) + 0.5) / 1'000'000);
      shares[k] += variate;
      sum += variate;
    }
  for (double& share : shares) share /= sum;
  return shares;
}

TEST(Shrinkage, FindsTheSpreadAndBoundsShares) {
  Random random(3);
  std::vector<PairShares> truth;
  std::vector<PairCounts> all(600);
  for (PairCounts& sample : all) {
    truth.push_back(spread(random, {1, 3, 6, 3, 1}));
    for (int pair = 0; pair < 15; ++pair) ++sample[drawn(random, truth.back())];
  }
  const Shrinkage shrinkage(all);
  EXPECT_NEAR(shrinkage.concentration(), 14, 3);
  int held = 0;
  double error = 0, raw_error = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    held += shrinkage.bound_of_others(all[i], 2) >= 1 - truth[i][2];
    error += std::abs(shrinkage.expected(all[i])[2] - truth[i][2]);
    raw_error += std::abs(static_cast<double>(all[i][2]) / 15 - truth[i][2]);
  }
  EXPECT_NEAR(held / 600.0, 0.95, 0.03);
  EXPECT_LT(error, 0.85 * raw_error);
}

}  // namespace shrinkage_test
}  // namespace tabiya::booksearch
