#include "core/book/pooled_results.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tabiya {
namespace pooled_results_test {

// The games of one pair, one by one.
std::vector<double> games_of(const GameCounts& counts) {
  std::vector<double> games(counts.wins, 1.0);
  games.insert(games.end(), counts.draws, 0.5);
  games.insert(games.end(), counts.losses, 0.0);
  return games;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

GameCounts drawn_games(std::mt19937_64& random, double score, int games) {
  std::uniform_real_distribution<double> uniform;
  GameCounts counts;
  for (int i = 0; i < games; ++i) {
    // Half of the games are decided by one draw of luck, so that there are draws.
    const bool first = uniform(random) < score,
               second = uniform(random) < 0.5 ? first : uniform(random) < score;
    ++(first && second ? counts.wins : first || second ? counts.draws : counts.losses);
  }
  return counts;
}

// Pairs whose own scores lie around a line through the chances of their values, each with some games.
struct Sampled {
  BookResults results;
  std::vector<double> scores;  // their own, with Red as the stronger side
};
Sampled sampled(std::size_t pairs, double spread, int games, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Sampled sampled;
  for (std::size_t i = 0; i < pairs; ++i) {
    PairResults pair{.red = static_cast<SetupId>(i / 3), .reply = static_cast<SetupId>(i)};
    pair.red_value = static_cast<Score>(1'000 * normal(random));
    const double chances = 1 / (1 + std::exp(-pair.red_value / 10'000.0));
    const double score = 0.65 + 1.2 * (chances - 0.5) + spread * normal(random);
    sampled.scores.push_back(score);
    pair.counts[0] = drawn_games(random, score, games + static_cast<int>(i % 3));
    pair.counts[1] = drawn_games(random, 0.7, games);
    sampled.results.pairs.push_back(pair);
  }
  return sampled;
}

double line_at(const PooledResults::Side& side, const PairResults& pair) {
  return side.level + side.slope * (1 / (1 + std::exp(-pair.red_value / 10'000.0)) - 0.5);
}

// The sum of the squared distances of all games from a line, which the fitted one makes least.
double distances(const BookResults& results, const PooledResults::Side& side) {
  double sum = 0;
  for (const PairResults& pair : results.pairs)
    for (const double game : games_of(pair.counts[0]))
      sum += (game - line_at(side, pair)) * (game - line_at(side, pair));
  return sum;
}

TEST(PooledResults, FitsTheLineOfLeastSquares) {
  const BookResults results = sampled(60, 0.05, 6, 1).results;
  const PooledResults pooled(results);
  const double least = distances(results, pooled.side(0));
  for (const double step : {1e-3, -1e-3}) {
    PooledResults::Side level = pooled.side(0), slope = pooled.side(0);
    level.level += step;
    slope.slope += 10 * step;
    EXPECT_LT(least, distances(results, level));
    EXPECT_LT(least, distances(results, slope));
  }
}

TEST(PooledResults, FindsTheVariancesGameByGame) {
  const BookResults results = sampled(200, 0.1, 6, 2).results;
  const PooledResults pooled(results);
  const PooledResults::Side& side = pooled.side(0);
  double within = 0, free_games = 0, around = 0, games = 0, squared = 0;
  for (const PairResults& pair : results.pairs) {
    const std::vector<double> points = games_of(pair.counts[0]);
    const double mean = mean_of(points), off = mean - line_at(side, pair);
    for (const double point : points) {
      within += (point - mean) * (point - mean);
      around += off * off;
    }
    free_games += static_cast<double>(points.size()) - 1;
    games += static_cast<double>(points.size());
    squared += static_cast<double>(points.size() * points.size());
  }
  EXPECT_NEAR(side.game_variance, within / free_games, 1e-9);
  // What the pairs would be around the line with that variance of a game is what they are.
  EXPECT_NEAR(198 * side.game_variance + side.pair_variance * (games - squared / games), around, 1e-6);
}

// The mean of what the pair's own score may be, by the sum over a fine grid of scores.
PooledScore by_integration(const PooledResults::Side& side, const PairResults& pair) {
  const std::vector<double> points = games_of(pair.counts[0]);
  const double line = line_at(side, pair), deviation = std::sqrt(side.pair_variance);
  double weights = 0, sum = 0, squares = 0;
  for (double score = line - 8 * deviation; score < line + 8 * deviation; score += deviation / 200) {
    double exponent = (score - line) * (score - line) / side.pair_variance;
    if (!points.empty())
      exponent +=
          static_cast<double>(points.size()) * std::pow(mean_of(points) - score, 2) / side.game_variance;
    const double weight = std::exp(-exponent / 2);
    weights += weight;
    sum += weight * score;
    squares += weight * score * score;
  }
  const double mean = sum / weights;
  return {mean, std::sqrt(squares / weights - mean * mean)};
}

TEST(PooledResults, ExpectsWhatIntegrationSays) {
  BookResults results = sampled(100, 0.1, 6, 3).results;
  results.pairs.push_back({.red = 1'000, .reply = 7, .red_value = 500});  // without games
  const PooledResults pooled(results);
  ASSERT_GT(pooled.side(0).pair_variance, 0.001);
  for (const PairResults& pair : results.pairs) {
    const PooledScore found = pooled.score(pair, 0), expected = by_integration(pooled.side(0), pair);
    EXPECT_NEAR(found.score, expected.score, 1e-5);
    EXPECT_NEAR(found.deviation, expected.deviation, 1e-4);
    EXPECT_EQ(pooled.score(pair.red, pair.reply, pair.red_value, 0), found);
  }
  EXPECT_EQ(pooled.score(5'000, 7, 500, 0), pooled.score(results.pairs.back(), 0));
}

TEST(PooledResults, KnowsMoreThanThePairsAloneAndThanTheLineAlone) {
  const Sampled pairs = sampled(600, 0.1, 8, 4);
  const PooledResults pooled(pairs.results);
  EXPECT_NEAR(std::sqrt(pooled.side(0).pair_variance), 0.1, 0.03);
  double of_pooled = 0, of_pairs = 0, of_line = 0;
  for (std::size_t i = 0; i < pairs.scores.size(); ++i) {
    const PairResults& pair = pairs.results.pairs[i];
    const auto square = [&](double score) { return (score - pairs.scores[i]) * (score - pairs.scores[i]); };
    of_pooled += square(pooled.score(pair, 0).score);
    of_pairs += square(mean_of(games_of(pair.counts[0])));
    of_line += square(line_at(pooled.side(0), pair));
  }
  EXPECT_LT(of_pooled, 0.7 * of_pairs);
  EXPECT_LT(of_pooled, 0.9 * of_line);
}

TEST(PooledResults, TakesChanceForNoDifference) {
  const Sampled pairs = sampled(600, 0, 8, 5);
  const PooledResults pooled(pairs.results);
  EXPECT_LT(std::sqrt(pooled.side(0).pair_variance), 0.05);
  for (const PairResults& pair : pairs.results.pairs)
    EXPECT_NEAR(pooled.score(pair, 0).score, line_at(pooled.side(0), pair), 0.1);
}

TEST(PooledResults, StandsEmptyAndUniformResults) {
  const PooledResults none{BookResults{}};
  EXPECT_EQ(none.score(1, 2, 0, 0), (PooledScore{0.5, 0}));
  EXPECT_TRUE(none.replies_to(1).empty());
  BookResults won;
  for (SetupId red = 0; red < 5; ++red)
    won.pairs.push_back(
        {.red = red, .reply = 9, .red_value = kWinScore - 3, .counts = {{{4, 0, 0}, {0, 0, 4}}}});
  const PooledResults pooled(won);
  EXPECT_EQ(pooled.score(0, 9, 0, 0).score, 1);
  EXPECT_EQ(pooled.score(0, 9, 0, 1).score, 0);
}

TEST(PooledResults, ListsTheRepliesToARed) {
  BookResults results;
  results.pairs = {{.red = 7, .reply = 1}, {.red = 3, .reply = 2}, {.red = 7, .reply = 0}};
  const PooledResults pooled(results);
  const auto replies = pooled.replies_to(7);
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(replies[0]->reply, 1u);
  EXPECT_EQ(replies[1]->reply, 0u);
  EXPECT_TRUE(pooled.replies_to(4).empty());
}

}  // namespace pooled_results_test
}  // namespace tabiya
