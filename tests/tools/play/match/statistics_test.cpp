#include "tools/play/match/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "tools/play/match/match_runner.h"

namespace tabiya::tools {
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

TEST(EloInterval, NeedsSomeVariance) {
  EXPECT_FALSE(elo_interval({}));
  EXPECT_FALSE(elo_interval({.wins = 20, .pairs = {0, 0, 0, 0, 10}}));
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
    const auto interval = elo_interval(board.tally());
    holds += interval && interval->low <= kElo && kElo <= interval->high;

    const Sprt sprt{0, kElo};
    Scoreboard sequential;
    double ratio = 0;
    for (std::uint64_t game = 0; std::abs(ratio) < Sprt::kBound && game < 100'000; game += 2) {
      sequential.add(game, play());
      sequential.add(game + 1, play());
      if (game >= 20) ratio = sprt.log_likelihood_ratio(sequential.tally());
    }
    accepted += ratio >= Sprt::kBound;
  }
  EXPECT_NEAR(holds, 0.95 * kMatches, 0.04 * kMatches);
  EXPECT_GT(accepted, 0.92 * kMatches);
}

}  // namespace statistics_test
}  // namespace tabiya::tools
