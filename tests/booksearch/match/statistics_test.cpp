#include "booksearch/match/statistics.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

#include "booksearch/match/match_runner.h"
#include "core/random.h"

namespace tabiya::booksearch {
namespace statistics_test {

TEST(Elo, IsTheInverseOfTheExpectedScore) {
  EXPECT_NEAR(elo_of_score(0.5), 0, 1e-12);
  EXPECT_NEAR(elo_of_score(0.75), 190.848, 1e-3);
  for (const double elo : {-300.0, -1.0, 0.0, 42.0, 500.0})
    EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-9);
  EXPECT_TRUE(std::isinf(elo_of_score(1)));
}

TEST(Scoreboard, CountsGamesAndPairsInAnyOrder) {
  Scoreboard board;
  board.add(3, 2);
  board.add(0, 1);
  board.add(1, 2);
  board.add(2, 0);
  board.add(4, 2);  // its pair is not finished
  EXPECT_EQ(board.tally().wins, 3u);
  EXPECT_EQ(board.tally().draws, 1u);
  EXPECT_EQ(board.tally().losses, 1u);
  EXPECT_EQ(board.tally().pairs, (std::array<std::uint64_t, 5>{0, 0, 1, 1, 0}));
  EXPECT_DOUBLE_EQ(board.tally().score(), 0.7);
}

TEST(Scoreboard, GivesPointsToTheFirstEngineWhicheverSideItHas) {
  EXPECT_EQ(half_points(0, 0), 2);
  EXPECT_EQ(half_points(1, 0), 0);
  EXPECT_EQ(half_points(1, 1), 2);
  EXPECT_EQ(half_points(0, std::nullopt), 1);
}

TEST(EloEstimate, NeedsSomeVariance) {
  EXPECT_FALSE(estimate_elo({}));
  EXPECT_FALSE(estimate_elo({.wins = 20, .pairs = {0, 0, 0, 0, 10}}));
}

// What fastchess (commit 74deac2) computes of the same pairs: Elo, its error, normalised Elo, its error, the likelihood of
// superiority in per cent; then the log likelihood ratios of 0 against 5, -3 against 1 and 0 against 30, first of
// normalised Elo, then of logistic Elo.
struct Vector {
  std::array<std::uint64_t, 5> pairs;
  double elo, error, normalised, normalised_error, superiority;
  std::array<double, 6> ratios;
};
const Vector kVectors[] = {
    {{10, 20, 40, 20, 10},
     0,
     37.4421,
     0,
     48.1512,
     50,
     {-0.02071, 0.00663, -0.74418, -0.03451, 0.01104, -1.22911}},
    {{3, 37, 112, 51, 7},
     18.2157,
     18.2443,
     33.2669,
     33.2275,
     97.51,
     {0.53189, 0.47373, 1.89710, 0.90434, 0.87914, 1.12264}},
    {{0, 5, 30, 8, 0},
     12.1248,
     28.4165,
     31.4267,
     73.4299,
     79.92,
     {0.10218, 0.09163, 0.34834, 0.22791, 0.24625, -0.39214}},
    {{120, 900, 2500, 1010, 140},
     5.5803,
     3.9579,
     9.9366,
     7.0461,
     99.71,
     {2.87359, 3.38105, -11.75020, 3.77395, 6.43586, -67.57713}},
    {{2, 11, 18, 30, 19},
     119.5983,
     45.6716,
     153.5467,
     53.8347,
     100,
     {0.83739, 0.68697, 4.56662, 0.93947, 0.76677, 5.19422}},
    {{0, 0, 50, 1, 0},
     3.4063,
     6.6117,
     34.7436,
     67.4252,
     84.37,
     {0.09383, 0.08515, 0.37716, 0.31266, 0.58745, -3.49378}},
    // No variance, so no Elo.
    {{0, 0, 10, 0, 0}, 0, 0, 0, 0, 0, {-0.00271, 0.00075, -0.14289, -0.13943, 0.05681, -0.89361}},
    {{0, 0, 0, 0, 12}, 0, 0, 0, 0, 0, {0.24173, 0.19618, 1.37297, 0.17148, 0.13858, 0.99164}},
    {{1, 0, 0, 0, 0}, 0, 0, 0, 0, 0, {-0.02057, -0.01622, -0.12930, -0.01452, -0.01150, -0.09026}},
};

TEST(EloEstimate, IsThatOfTheUsualTester) {
  for (const Vector& vector : kVectors) {
    const auto estimate = estimate_elo({.pairs = vector.pairs});
    EXPECT_EQ(estimate.has_value(), vector.error != 0);
    if (!estimate) continue;
    EXPECT_NEAR(estimate->elo, vector.elo, 1e-4);
    EXPECT_NEAR(estimate->error, vector.error, 1e-4);
    EXPECT_NEAR(estimate->normalised, vector.normalised, 1e-4);
    EXPECT_NEAR(estimate->normalised_error, vector.normalised_error, 1e-4);
    EXPECT_NEAR(100 * estimate->superiority, vector.superiority, 0.005);
  }
}

TEST(Sprt, IsThatOfTheUsualTester) {
  constexpr std::pair<double, double> kHypotheses[] = {{0, 5}, {-3, 1}, {0, 30}};
  for (const Vector& vector : kVectors) {
    auto expected = vector.ratios.begin();
    for (const auto model : {Sprt::Model::kNormalised, Sprt::Model::kLogistic})
      for (const auto& [elo0, elo1] : kHypotheses)
        EXPECT_NEAR((Sprt{elo0, elo1, 0.05, 0.05, model}.log_likelihood_ratio({.pairs = vector.pairs})),
                    *expected++, 0.002);
  }
  const Sprt sprt{0, 1, 0.1, 0.02};
  EXPECT_NEAR(sprt.lower(), -3.806662, 1e-6);
  EXPECT_NEAR(sprt.upper(), 2.282382, 1e-6);
}

// The numbers that the tests of fastchess give (app/tests/elo_test.cpp and sprt_test.cpp of version 1.8.2), and what it printed of 200
// games that it ran; all with two decimals, of which its tests allow 1 % more or less. Its pairs of a win and a loss and of two draws are one class here.
TEST(EloEstimate, IsThatOfPublishedVectors) {
  struct Published {
    std::array<std::uint64_t, 5> pairs;
    double elo, error, normalised, normalised_error;
  };
  for (const Published& published :
       {Published{{34, 54, 31 + 32, 64, 75}, 55.58, 27.65, 57.94, 28.28},
        Published{{332, 433, 457 + 41, 333, 334}, -8.64, 10.33, -9.17, 10.96},
        Published{{7'895, 8'757, 5'485 + 200, 568, 9'999}, -21.04, 2.95, -19.01, 2.65},
        Published{{0, 0, 9, 5, 86}, 485.85, 102.97, 727.68, 48.15}}) {
    const auto estimate = estimate_elo({.pairs = published.pairs});
    ASSERT_TRUE(estimate);
    EXPECT_NEAR(estimate->elo, published.elo, 0.006);
    EXPECT_NEAR(estimate->error, published.error, 0.006);
    EXPECT_NEAR(estimate->normalised, published.normalised, 0.006);
    EXPECT_NEAR(estimate->normalised_error, published.normalised_error, 0.006);
  }
}

TEST(Sprt, IsThatOfPublishedVectors) {
  struct Published {
    std::array<std::uint64_t, 5> pairs;
    double elo0, elo1;
    Sprt::Model model;
    double ratio;
  };
  constexpr auto kNormalised = Sprt::Model::kNormalised, kLogistic = Sprt::Model::kLogistic;
  for (const Published& published :
       {Published{{365, 16'618, 36'029 + 200, 16'974, 390}, 0, 2, kNormalised, 2.25},
        Published{{127, 4'883, 10'311 + 401, 5'150, 104}, -1.75, 0.25, kNormalised, 3.01},
        Published{{0, 0, 0, 0, 5'550}, 0, 5, kNormalised, 111.82},
        Published{{223, 9'863, 20'279 + 1'000, 10'037, 246}, 0.5, 2.5, kLogistic, -3.07},
        Published{{871, 26'175, 55'003 + 980, 26'678, 821}, 0, 2, kLogistic, -4.98}})
    EXPECT_NEAR((Sprt{published.elo0, published.elo1, 0.05, 0.05, published.model}.log_likelihood_ratio(
                    {.pairs = published.pairs})),
                published.ratio, 0.006 + 2e-4 * std::abs(published.ratio));
}

// Of simulated matches with a known difference the interval must hold it in about 95 %, and the sequential
// test must seldom err.
TEST(MatchStatistics, KeepTheirPromiseInSimulatedMatches) {
  constexpr double kElo = 30;
  Random random(1);
  const auto play = [&] { return static_cast<double>(random.next()) < score_of_elo(kElo) * 0x1p64 ? 2 : 0; };
  int holds = 0;
  int accepted = 0;
  constexpr int kMatches = 400;
  for (int match = 0; match < kMatches; ++match) {
    Scoreboard board;
    for (std::uint64_t game = 0; game < 1000; ++game) board.add(game, play());
    const auto estimate = estimate_elo(board.tally());
    holds += estimate && estimate->interval.contains(kElo);

    const Sprt sprt{.elo0 = 0, .elo1 = kElo, .model = Sprt::Model::kLogistic};
    Scoreboard sequential;
    auto verdict = Sprt::Verdict::kOpen;
    for (std::uint64_t game = 0; verdict == Sprt::Verdict::kOpen && game < 100'000; game += 2) {
      sequential.add(game, play());
      sequential.add(game + 1, play());
      verdict = sprt.verdict(sequential.tally());
    }
    accepted += verdict == Sprt::Verdict::kAccepted;
  }
  EXPECT_NEAR(holds, 0.95 * kMatches, 0.04 * kMatches);
  EXPECT_GT(accepted, 0.92 * kMatches);
}

}  // namespace statistics_test
}  // namespace tabiya::booksearch
