#include "booksearch/openings/matrix_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "core/random.h"

namespace tabiya::booksearch {
namespace matrix_game_test {

MatrixGame random_game(std::size_t rows, std::size_t columns, std::uint64_t seed, int most) {
  Random random(seed);
  MatrixGame game{rows, columns, {}};
  for (std::size_t i = 0; i < rows * columns; ++i)
    game.values.push_back(static_cast<double>(random.below(static_cast<std::uint32_t>(2 * most + 1))) - most);
  return game;
}

// The value by the theorem of the subgames: some square part has an equilibrium in which both sides make
// their opponent indifferent, and it is one of the whole. All parts of up to two rows and columns are tried:
// enough for games of two rows.
double value_of_two_rows(const MatrixGame& game) {
  // The lower envelope of the columns' lines has its peak at an end, or where two lines cross.
  const auto least = [&](double share) {
    double value = std::numeric_limits<double>::infinity();
    for (std::size_t column = 0; column < game.columns; ++column)
      value = std::min(value, share * game.at(0, column) + (1 - share) * game.at(1, column));
    return value;
  };
  double best = std::max(least(0), least(1));
  for (std::size_t a = 0; a < game.columns; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double slope = (game.at(0, a) - game.at(1, a)) - (game.at(0, b) - game.at(1, b));
      const double share = slope == 0 ? 0 : (game.at(1, b) - game.at(1, a)) / slope;
      if (share >= 0 && share <= 1) best = std::max(best, least(share));
    }
  }
  return best;
}

// Whatever the method: these are probabilities, and neither side can do better than the bounds say.
void expect_equilibrium(const MatrixGame& game, double tolerance) {
  const MixedChoice choice = simultaneous_choice(game);
  ASSERT_EQ(choice.rows.size(), game.rows);
  ASSERT_EQ(choice.columns.size(), game.columns);
  for (const auto* side : {&choice.rows, &choice.columns}) {
    EXPECT_NEAR(std::accumulate(side->begin(), side->end(), 0.0), 1, 1e-9);
    EXPECT_GE(*std::ranges::min_element(*side), 0);
  }
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t column = 0; column < game.columns; ++column) {
    double value = 0;
    for (std::size_t row = 0; row < game.rows; ++row) value += choice.rows[row] * game.at(row, column);
    low = std::min(low, value);
  }
  for (std::size_t row = 0; row < game.rows; ++row) {
    double value = 0;
    for (std::size_t column = 0; column < game.columns; ++column)
      value += choice.columns[column] * game.at(row, column);
    high = std::max(high, value);
  }
  EXPECT_NEAR(choice.low, low, 1e-9);
  EXPECT_NEAR(choice.high, high, 1e-9);
  EXPECT_LE(choice.high - choice.low, tolerance);
  EXPECT_GE(choice.high - choice.low, -1e-9);
}

TEST(MatrixGame, RockPaperScissorsIsPlayedAtRandom) {
  const MatrixGame game{3, 3, {0, -1, 1, 1, 0, -1, -1, 1, 0}};
  const MixedChoice choice = simultaneous_choice(game);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(choice.rows[static_cast<std::size_t>(i)], 1.0 / 3, 1e-6);
    EXPECT_NEAR(choice.columns[static_cast<std::size_t>(i)], 1.0 / 3, 1e-6);
  }
  EXPECT_NEAR(choice.low, 0, 1e-6);
  EXPECT_NEAR(choice.high, 0, 1e-6);
  EXPECT_EQ(best_of_minima(game).value, -1);
}

TEST(MatrixGame, KnowsGamesOfTwoRows) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const MatrixGame game = random_game(2, 1 + seed % 6, seed, seed % 3 == 0 ? 2 : 500);
    const MixedChoice choice = simultaneous_choice(game);
    const double value = value_of_two_rows(game);
    EXPECT_NEAR(choice.low, value, 1e-4) << seed;
    EXPECT_NEAR(choice.high, value, 1e-4) << seed;
  }
}

TEST(MatrixGame, FindsAnEquilibriumOfAnyTable) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed)
    expect_equilibrium(random_game(1 + seed % 7, 1 + seed % 11, seed, seed % 2 == 0 ? 3 : 1'000), 1e-3);
  expect_equilibrium(random_game(120, 90, 7, 300), 1e-3);
  expect_equilibrium(random_game(60, 60, 8, 2), 1e-3);  // nearly all values occur many times
}

TEST(MatrixGame, TakesTablesThatLeaveNothingToChoose) {
  expect_equilibrium({1, 1, {-42}}, 1e-6);
  expect_equilibrium({2, 3, {7, 7, 7, 7, 7, 7}}, 1e-6);
  const MixedChoice choice = simultaneous_choice({3, 2, {1, 2, 5, 4, 3, 0}});
  EXPECT_NEAR(choice.rows[1], 1, 1e-6);
  EXPECT_NEAR(choice.columns[1], 1, 1e-6);
  EXPECT_NEAR(choice.low, 4, 1e-6);
}

TEST(MatrixGame, TheColumnIsChosenInSightOfTheRow) {
  const MatrixGame game{3, 3, {4, 1, 1, 3, 2, 9, 2, 2, 2}};
  const auto minima = row_minima(game);
  EXPECT_EQ(minima[0].column, 1u);
  EXPECT_EQ(minima[1].column, 1u);
  EXPECT_EQ(minima[2].column, 0u);
  const PureChoice best = best_of_minima(game);
  EXPECT_EQ(best.row, 1u);
  EXPECT_EQ(best.column, 1u);
  EXPECT_EQ(best.value, 2);
  EXPECT_GE(simultaneous_choice(game).high, best.value - 1e-9);
}

}  // namespace matrix_game_test
}  // namespace tabiya::booksearch
