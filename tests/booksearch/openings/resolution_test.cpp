#include "booksearch/openings/resolution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/random.h"

namespace tabiya::booksearch {
namespace resolution_test {

StartChances of(std::int64_t wins, std::int64_t draws, std::int64_t losses) {
  Judgement judgement;
  judgement.chances = {wins, draws, losses};
  return start_chances(judgement);
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

TEST(Resolution, GivesTheJudgesChancesBack) {
  const StartChances start = of(500, 400, 100);
  EXPECT_NEAR(logistic(start.advantage - start.margin), 0.5, 1e-12);
  EXPECT_NEAR(logistic(-start.advantage - start.margin), 0.1, 1e-12);
  EXPECT_EQ(of(1000, 0, 0).margin, 0);
  EXPECT_TRUE(std::isfinite(of(0, 1000, 0).margin));
}

TEST(Resolution, PairsOfEqualPlayersAreSymmetric) {
  // Both games have the same chances with the sides exchanged: 0 points if the one is lost as the beginner and the
  // other lost as the second, and so on.
  const PairShares pairs = pair_of_games(of(500, 400, 100), 0);
  EXPECT_NEAR(std::accumulate(pairs.begin(), pairs.end(), 0.0), 1, 1e-12);
  EXPECT_NEAR(pairs[0], 0.1 * 0.5, 1e-12);
  EXPECT_NEAR(pairs[4], 0.5 * 0.1, 1e-12);
  EXPECT_NEAR(pairs[1], 0.1 * 0.4 + 0.4 * 0.5, 1e-12);
  EXPECT_NEAR(pairs[2], 0.1 * 0.1 + 0.4 * 0.4 + 0.5 * 0.5, 1e-12);
  EXPECT_NEAR(normalised_elo(pairs), 0, 1e-9);
}

TEST(Resolution, ANormalisedEloIsThatOfItsFormula) {
  // Without draws, a score of 52 % in independent games: each has the variance 0.52 * 0.48.
  const double win = 0.52;
  const PairShares pairs{(1 - win) * (1 - win), 0, 2 * win * (1 - win), 0, win * win};
  EXPECT_NEAR(normalised_elo(pairs), 800 / std::log(10) * 0.02 / std::sqrt(0.52 * 0.48), 1e-9);
}

// Simulated games of the predicted pairs have the predicted normalised Elo.
TEST(Resolution, PredictsWhatSimulatedPairsShow) {
  Random random(11);
  const auto uniform = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53; };
  const std::vector<StartChances> book{of(300, 600, 100), of(450, 500, 50), of(100, 800, 100)};
  const double strength = 0.3;
  const auto points = [&](const StartChances& start, double by) {
    const double v = start.advantage + by, t = start.margin;
    // A noisy latent value against two thresholds: the meaning of the model.
    const double u = uniform(), latent = v + std::log(u / (1 - u));
    return latent > t ? 2 : latent < -t ? 0 : 1;
  };
  PairShares seen{}, expected{};
  constexpr int kPairs = 300'000;
  for (int i = 0; i < kPairs; ++i) {
    const StartChances& start = book[static_cast<std::size_t>(i) % book.size()];
    seen[static_cast<std::size_t>(points(start, strength) + 2 - points(start, -strength))] += 1.0 / kPairs;
  }
  for (const StartChances& start : book)
    for (std::size_t k = 0; k < kPairScores; ++k) expected[k] += pair_of_games(start, strength)[k] / 3;
  for (std::size_t k = 0; k < kPairScores; ++k) EXPECT_NEAR(seen[k], expected[k], 0.004) << k;
  EXPECT_NEAR(normalised_elo(seen), normalised_elo(expected), 2.0);
}

TEST(Resolution, IsLargerWhereGamesAreUneven) {
  Judgement even, uneven;
  even.chances = {200, 700, 100};
  uneven.chances = {500, 400, 100};
  EXPECT_GT(resolution_of(uneven), 1.05 * resolution_of(even));
}

}  // namespace resolution_test
}  // namespace tabiya::booksearch
