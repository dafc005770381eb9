#include "booksearch/learn/spsa.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.h"

namespace tabiya::booksearch {
namespace spsa_test {

const std::vector<TunedParameter> kTwo{{"a", 50, 0, 100, 5}, {"b", 10, 0, 40, 2}};

// The result of a game, mostly luck, between two sets whose worth is a hill with its top at (70, 25).
double noisy_result(const Spsa::Trial& trial, Random& random) {
  const auto worth = [](const std::vector<int>& set) {
    return -std::pow((set[0] - 70) / 20.0, 2) - std::pow((set[1] - 25) / 10.0, 2);
  };
  const double expected = std::tanh(worth(trial.plus) - worth(trial.minus));
  const double draw = std::ldexp(static_cast<double>(random.next() >> 11), -53);
  return draw < (1 + expected) / 2 ? 1 : -1;
}

Spsa tuned(std::uint64_t iterations, std::uint64_t seed) {
  Spsa spsa(kTwo, {.iterations = iterations, .rate = 0.1}, seed);
  Random luck(seed + 100);
  while (spsa.iteration() < iterations) spsa.tell(noisy_result(spsa.trial(), luck));
  return spsa;
}

TEST(Spsa, FindsTheTopOfANoisyHill) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Spsa spsa = tuned(4'000, seed);
    EXPECT_NEAR(spsa.values()[0], 70, 6) << seed;
    EXPECT_NEAR(spsa.values()[1], 25, 4) << seed;
  }
}

TEST(Spsa, TriesBothSidesOfItsValuesWithinTheirBounds) {
  Spsa spsa({{"a", 99, 0, 100, 5}}, {.iterations = 10}, 1);
  for (int i = 0; i < 10; ++i) {
    const auto [plus, minus] = spsa.trial();
    EXPECT_LE(std::max(plus[0], minus[0]), 100);
    EXPECT_LE(std::min(plus[0], minus[0]), 94);
    spsa.tell(0);
  }
  EXPECT_EQ(spsa.values()[0], 99);
  for (int i = 0; i < 1'000; ++i) spsa.tell(1);
  EXPECT_GE(spsa.values()[0], 0);
  EXPECT_LE(spsa.values()[0], 100);
}

TEST(Spsa, MovesTowardsTheWinner) {
  Spsa spsa(kTwo, {.iterations = 100, .rate = 0.5}, 9);
  for (int i = 0; i < 20; ++i) {
    const auto before = spsa.values();
    const auto [plus, minus] = spsa.trial();
    spsa.tell(i % 2 == 0 ? 1 : -1);
    const auto& winner = i % 2 == 0 ? plus : minus;
    for (std::size_t k = 0; k < kTwo.size(); ++k)
      EXPECT_GT((winner[k] - before[k]) * (spsa.values()[k] - before[k]), 0);
  }
}

TEST(Spsa, GoesOnAsIfNeverInterrupted) {
  const Spsa whole = tuned(60, 3);
  Spsa first(kTwo, {.iterations = 60, .rate = 0.1}, 3);
  Random luck(103);
  while (first.iteration() < 25) first.tell(noisy_result(first.trial(), luck));
  Spsa second(kTwo, {.iterations = 60, .rate = 0.1}, 3);
  second.restore(first.iteration(), first.values());
  while (second.iteration() < 60) second.tell(noisy_result(second.trial(), luck));
  EXPECT_EQ(second.values(), whole.values());
}

}  // namespace spsa_test
}  // namespace tabiya::booksearch
