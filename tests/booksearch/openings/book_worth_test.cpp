#include "booksearch/openings/book_worth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/random.h"

namespace tabiya::booksearch {
namespace book_worth_test {

StartChances of(std::int64_t wins, std::int64_t draws, std::int64_t losses) {
  Judgement judgement;
  judgement.chances = {wins, draws, losses};
  return start_chances(judgement);
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

TEST(BookWorth, GivesTheJudgesChancesBack) {
  const StartChances start = of(500, 400, 100);
  EXPECT_NEAR(logistic(start.advantage - start.margin), 0.5, 1e-12);
  EXPECT_NEAR(logistic(-start.advantage - start.margin), 0.1, 1e-12);
  EXPECT_EQ(of(1000, 0, 0).margin, 0);
  EXPECT_TRUE(std::isfinite(of(0, 1000, 0).margin));
}

TEST(BookWorth, PairsOfEqualPlayersAreSymmetric) {
  // Both games have the same chances with the sides exchanged: 0 points if the one is lost as the beginner and the
  // other lost as the second, and so on.
  const PairShares pairs = pair_of_games(of(500, 400, 100), {}, 0);
  EXPECT_NEAR(std::accumulate(pairs.begin(), pairs.end(), 0.0), 1, 1e-12);
  EXPECT_NEAR(pairs[0], 0.1 * 0.5, 1e-12);
  EXPECT_NEAR(pairs[4], 0.5 * 0.1, 1e-12);
  EXPECT_NEAR(pairs[1], 0.1 * 0.4 + 0.4 * 0.5, 1e-12);
  EXPECT_NEAR(pairs[2], 0.1 * 0.1 + 0.4 * 0.4 + 0.5 * 0.5, 1e-12);
  EXPECT_NEAR(normalised_elo(pairs), 0, 1e-9);
}

TEST(BookWorth, ANormalisedEloIsThatOfItsFormula) {
  // Without draws, a score of 52 % in independent games: each has the variance 0.52 * 0.48.
  const double win = 0.52;
  const PairShares pairs{(1 - win) * (1 - win), 0, 2 * win * (1 - win), 0, win * win};
  EXPECT_NEAR(normalised_elo(pairs), 800 / std::log(10) * 0.02 / std::sqrt(0.52 * 0.48), 1e-9);
}

// Simulated games of the predicted pairs have the predicted normalised Elo.
TEST(BookWorth, PredictsWhatSimulatedPairsShow) {
  Random random(11);
  const auto uniform = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53; };
  const std::vector<StartChances> book{of(300, 600, 100), of(450, 500, 50), of(100, 800, 100)};
  const PlayerModel model{0.8, -0.3};
  const double strength = 0.3;
  const auto points = [&](const StartChances& start, double by) {
    const double v = model.scale * start.advantage + by,
                 t = std::max(0.0, model.scale * start.margin + model.widening);
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
    for (std::size_t k = 0; k < kPairScores; ++k) expected[k] += pair_of_games(start, model, strength)[k] / 3;
  for (std::size_t k = 0; k < kPairScores; ++k) EXPECT_NEAR(seen[k], expected[k], 0.004) << k;
  EXPECT_NEAR(normalised_elo(seen), normalised_elo(expected), 2.0);
}

// Testers of Stockfish use 640,000 / nElo^2 for errors of 5 %.
TEST(BookWorth, ATestTakesTheGamesOfTheUsualFormula) {
  const std::vector<std::vector<StartChances>> books{{of(200, 700, 100)}, {of(500, 400, 100)}};
  const auto estimates = compare_books(books, {}, {0, 5, 0.05, 0.05}, 1);
  for (const BookEstimate& estimate : estimates) {
    const BookWorth& worth = estimate.worth;
    EXPECT_NEAR(worth.games * worth.normalised_elo * worth.normalised_elo / 640'000, 1, 0.002);
    EXPECT_EQ(estimate.normalised_elo.low, estimate.normalised_elo.high);  // a book of one position
  }
  // Uneven positions decide more pairs.
  EXPECT_EQ(estimates[0].worth.ratio, 1);
  EXPECT_GT(estimates[1].worth.ratio, 1.05);
  EXPECT_LT(estimates[1].worth.games, estimates[0].worth.games);
}

std::vector<SeenGame> simulated(const PlayerModel& model, double strength, std::size_t count,
                                std::uint64_t seed) {
  Random random(seed);
  std::vector<SeenGame> games;
  for (std::size_t i = 0; i < count; ++i) {
    SeenGame game{of(50 + random.below(600), 300, 50), 1, i % 2 == 0};
    const double v = model.scale * game.start.advantage + (game.first_begins ? strength : -strength);
    const double t = model.scale * game.start.margin + model.widening;
    const double u = (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53,
                 latent = v + std::log(u / (1 - u));
    game.points = latent > t ? 2 : latent < -t ? 0 : 1;
    games.push_back(game);
  }
  return games;
}

TEST(BookWorth, FitsThePlayersToTheirGames) {
  const FittedPlayers players = fit_players(simulated({0.6, 0.2}, 0.4, 20'000, 5));
  EXPECT_NEAR(players.model.scale, 0.6, 0.05);
  EXPECT_NEAR(players.model.widening, 0.2, 0.08);
  EXPECT_NEAR(players.strength, 0.4, 0.05);
  EXPECT_EQ(fit_players({}).model.scale, 1);
}

// What the covariance says holds: in 200 fits to 400 games each, about 95 % lie within 1.96 errors.
TEST(BookWorth, TellsTheErrorsOfTheFit) {
  int held = 0;
  constexpr int kFits = 200;
  for (int fit = 0; fit < kFits; ++fit) {
    const FittedPlayers players =
        fit_players(simulated({0.7, 0.1}, 0.2, 400, 100 + static_cast<std::uint64_t>(fit)));
    held += std::abs(players.strength - 0.2) < 1.96 * std::sqrt(players.covariance[2][2]);
  }
  EXPECT_GT(held, kFits * 89 / 100);
  EXPECT_LT(held, kFits * 99 / 100 + 2);
}

TEST(BookWorth, IntervalsHoldTheTruthOfTheWholeBook) {
  Random random(9);
  std::vector<StartChances> whole, other;
  for (int i = 0; i < 5'000; ++i) {
    whole.push_back(of(100 + random.below(500), 300, 100));
    other.push_back(of(200 + random.below(50), 700, 50));
  }
  const std::vector<std::vector<StartChances>> all{whole, other};
  const double truth = compare_books(all, {}, {}, 1, 1)[1].worth.ratio;
  int held = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::vector<std::vector<StartChances>> samples(2);
    for (int i = 0; i < 60; ++i) {
      samples[0].push_back(whole[random.below(5'000)]);
      samples[1].push_back(other[random.below(5'000)]);
    }
    held += compare_books(samples, {}, {}, seed, 200)[1].ratio.contains(truth);
  }
  EXPECT_GE(held, 52);
}

}  // namespace book_worth_test
}  // namespace tabiya::booksearch
