#include "booksearch/statistics/stratified.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random.h"

namespace tabiya::booksearch {
namespace stratified_test {

double uniform(Random& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

using Populations = std::vector<std::vector<double>>;  // the values of each stratum

std::vector<std::size_t> sizes_of(const Populations& populations) {
  std::vector<std::size_t> sizes;
  for (const auto& values : populations) sizes.push_back(values.size());
  return sizes;
}

// Random samples of this many values of each stratum.
std::vector<StratumSample> draw(Populations populations, std::size_t size, Random& random) {
  const std::vector<std::size_t> sizes = allocate_sample(sizes_of(populations), size);
  std::vector<StratumSample> strata;
  for (std::size_t h = 0; h < populations.size(); ++h) {
    std::vector<double>& values = populations[h];
    for (std::size_t i = 0; i < sizes[h]; ++i)
      std::swap(values[i], values[i + random.below(static_cast<std::uint32_t>(values.size() - i))]);
    strata.push_back(
        {values.size(), {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(sizes[h])}});
  }
  return strata;
}

TEST(AllocateSample, IsInProportionWithALeastSize) {
  EXPECT_EQ(allocate_sample(std::vector<std::size_t>{100, 300, 600}, 50),
            (std::vector<std::size_t>{5, 15, 30}));
  EXPECT_EQ(allocate_sample(std::vector<std::size_t>{1, 3, 10'000}, 50),
            (std::vector<std::size_t>{1, 2, 47}));
  EXPECT_EQ(allocate_sample(std::vector<std::size_t>{4, 7}, 100), (std::vector<std::size_t>{4, 7}));
  EXPECT_EQ(allocate_sample(std::vector<std::size_t>{5, 100, 600}, 50, 10),
            (std::vector<std::size_t>{5, 10, 35}));
  EXPECT_EQ(allocate_sample(std::vector<std::size_t>{50}, 7), std::vector<std::size_t>{7});
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::size_t> strata(1 + random.below(6));
    for (std::size_t& size : strata) size = 1 + random.below(200);
    const std::size_t population = std::accumulate(strata.begin(), strata.end(), std::size_t{0});
    const std::size_t size = kLeastSample * strata.size() + random.below(300);
    const std::vector<std::size_t> sizes = allocate_sample(strata, size);
    EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), std::min(size, population));
    for (std::size_t h = 0; h < strata.size(); ++h) {
      EXPECT_LE(sizes[h], strata[h]);
      EXPECT_GE(sizes[h], std::min(strata[h], kLeastSample));
    }
  }
}

TEST(Estimates, AreCertainOfWhatWasSeenWhole) {
  const std::vector<StratumSample> strata{{2, {0, 3}}, {3, {0, 0, 1}}};
  EXPECT_EQ(estimate_mean(strata).interval, (Interval{0.8, 0.8}));
  EXPECT_EQ(estimate_proportion(strata).interval, (Interval{0.4, 0.4}));
  const std::vector<std::size_t> populations{2, 1}, members{0, 1, 0};
  const Estimate pairs =
      estimate_pair_mean(populations, members, [](std::size_t i, std::size_t j) { return double(i + j); });
  EXPECT_EQ(pairs.value, 2);
  EXPECT_EQ(pairs.interval, (Interval{2, 2}));
}

TEST(Estimates, WeightStrataByTheirSizes) {
  const std::vector<StratumSample> strata{{900, {0, 0, 1}}, {100, {5, 5}}};
  EXPECT_NEAR(estimate_mean(strata).value, 0.9 / 3 + 0.5, 1e-12);
  EXPECT_NEAR(estimate_proportion(strata).value, 0.9 / 3 + 0.1, 1e-12);
}

TEST(Estimates, AreModestWhenNothingWasFound) {
  const std::vector<StratumSample> strata{{10'000, std::vector<double>(100, 0.0)}};
  EXPECT_EQ(estimate_mean(strata).interval, (Interval{0, kUnbounded}));
  EXPECT_EQ(estimate_proportion(strata).interval.low, 0);
  EXPECT_NEAR(estimate_proportion(strata).interval.high, 0.036, 0.001);
  const std::vector<StratumSample> whole{{100, std::vector<double>(100, 0.0)}};
  EXPECT_EQ(estimate_mean(whole).interval, (Interval{0, 0}));
}

// In how many of all samples without replacement so many of the members drawn are among `positive` of them.
double hypergeometric(int found, int sampled, int positive, int population) {
  const auto log_choose = [](int n, int k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  };
  if (found > positive || sampled - found > population - positive) return 0;
  return std::exp(log_choose(positive, found) + log_choose(population - positive, sampled - found) -
                  log_choose(population, sampled));
}

TEST(EstimateProportion, HoldsTheTruthInNineteenOfTwentySamplesOfSmallPopulations) {
  double least = 1, least_bound = 1;
  for (const int population : {20, 60, 300}) {
    for (const int sampled : {population / 4, population / 2, population * 9 / 10}) {
      std::vector<Interval> intervals;
      std::vector<double> bounds;
      for (int found = 0; found <= sampled; ++found) {
        StratumSample sample{static_cast<std::size_t>(population), {}};
        sample.values.assign(static_cast<std::size_t>(sampled), 0);
        std::fill_n(sample.values.begin(), found, 1);
        intervals.push_back(estimate_proportion(std::span(&sample, 1)).interval);
        bounds.push_back(bound_proportion(static_cast<std::size_t>(found), static_cast<std::size_t>(sampled),
                                          static_cast<std::size_t>(population)));
      }
      for (int positive = 0; positive <= population; ++positive) {
        const double truth = static_cast<double>(positive) / population;
        double held = 0, bounded = 0;
        for (int found = 0; found <= sampled; ++found) {
          const double probability = hypergeometric(found, sampled, positive, population);
          if (intervals[static_cast<std::size_t>(found)].contains(truth)) held += probability;
          if (bounds[static_cast<std::size_t>(found)] >= truth) bounded += probability;
        }
        least = std::min(least, held);
        least_bound = std::min(least_bound, bounded);
      }
    }
  }
  EXPECT_GE(least, 0.949);
  EXPECT_GE(least_bound, 0.95);
}

// By the definition.
TEST(EstimatePairMean, WeightsPairsByWhatTheyStandFor) {
  Random random(4);
  for (int round = 0; round < 200; ++round) {
    const std::vector<std::size_t> populations{20 + random.below(50), 5 + random.below(9), 3};
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < 12; ++i) members.push_back(i % 3);
    std::vector<double> values;
    for (std::size_t i = 0; i < members.size(); ++i) values.push_back(uniform(random));
    members.pop_back(), values.pop_back();  // of the last stratum all three are drawn
    const auto value = [&](std::size_t i, std::size_t j) -> std::optional<double> {
      if (members[i] == 1 && members[j] == 1) return std::nullopt;
      return std::abs(values[i] - values[j]);
    };
    double sum = 0, weights = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t j = i + 1; j < members.size(); ++j) {
        if (!value(i, j)) continue;
        const auto size = [&](std::size_t m) { return static_cast<double>(populations[members[m]]); };
        const auto count = [&](std::size_t m) { return members[m] == 2 ? 3.0 : 4.0; };
        const double weight = members[i] == members[j] ? size(i) * (size(i) - 1) / (count(i) * (count(i) - 1))
                                                       : size(i) * size(j) / (count(i) * count(j));
        sum += weight * *value(i, j);
        weights += weight;
      }
    }
    EXPECT_NEAR(estimate_pair_mean(populations, members, value).value, sum / weights, 1e-12);
  }
}

// Errors are rare, more frequent in the later strata, and of very different sizes.
Populations rare_errors(double rate, Random& random) {
  Populations populations;
  for (std::size_t h = 0; h < 4; ++h) {
    std::vector<double> values(150 << h);
    for (double& value : values) {
      if (uniform(random) < rate * static_cast<double>(h + 1) / 3) value = -std::log(1 - uniform(random));
    }
    populations.push_back(std::move(values));
  }
  return populations;
}

struct Truth {
  double mean = 0, proportion = 0;
};

Truth truth_of(const Populations& populations) {
  Truth truth;
  double count = 0;
  for (const auto& values : populations) {
    for (const double value : values) {
      truth.mean += value;
      truth.proportion += value > 0;
      ++count;
    }
  }
  return {truth.mean / count, truth.proportion / count};
}

TEST(Estimates, HoldTheTruthInNineteenOfTwentySamples) {
  constexpr int kRounds = 400;
  for (const double rate : {0.01, 0.05, 0.3}) {
    Random random(5);
    int means = 0, proportions = 0;
    for (int round = 0; round < kRounds; ++round) {
      const Populations populations = rare_errors(rate, random);
      const std::vector<StratumSample> strata = draw(populations, 200, random);
      const Truth truth = truth_of(populations);
      means += estimate_mean(strata).interval.contains(truth.mean);
      proportions += estimate_proportion(strata).interval.contains(truth.proportion);
    }
    EXPECT_GE(means, 0.93 * kRounds) << rate;
    EXPECT_GE(proportions, 0.95 * kRounds) << rate;
  }
}

// Differences of pairs that are out of order, as in a list that was sorted by noisy values.
TEST(BoundProportion, KnowsTheRuleOfThree) {
  EXPECT_NEAR(bound_proportion(0, 1000, 5'403'400), 0.003, 0.00001);
  EXPECT_EQ(bound_proportion(2, 8, 8), 0.25);
  EXPECT_EQ(bound_proportion(0, 0, 8), 1);
  EXPECT_EQ(bound_proportion(0, 0, 0), 0);
}

TEST(EstimatePairMean, HoldsTheTruthInNineteenOfTwentySamples) {
  Random random(6);
  constexpr int kRounds = 200;
  int held = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> values;
    for (int i = 0; i < 400; ++i) values.push_back(i + 60 * uniform(random));
    const auto loss = [](double above, double below) { return std::max(0.0, above - below); };
    double truth = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t j = i + 1; j < values.size(); ++j) truth += loss(values[i], values[j]);
    }
    truth /= 400 * 399 / 2;

    const std::vector<std::size_t> populations{100, 300};
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < 400; ++i) {
      const std::size_t left = (i < 100 ? 100 : 400) - i, wanted = (i < 100 ? 20 : 100) - chosen.size();
      if (random.below(static_cast<std::uint32_t>(left)) < wanted) chosen.push_back(i);
    }
    std::vector<std::size_t> members;
    for (const std::size_t i : chosen) members.push_back(i < 100 ? 0 : 1);
    const auto value = [&](std::size_t i, std::size_t j) -> std::optional<double> {
      return loss(values[chosen[i]], values[chosen[j]]);
    };
    held += estimate_pair_mean(populations, members, value).interval.contains(truth);
  }
  EXPECT_GE(held, 0.93 * kRounds);
}

}  // namespace stratified_test
}  // namespace tabiya::booksearch
