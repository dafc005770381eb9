#include "booksearch/stratified.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tabiya::booksearch {
namespace {

struct Moments {
  double mean = 0;
  double variance = 0;  // of one value; 0 where there is but one
};

Moments moments(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  Moments result;
  for (const double value : values) result.mean += value / count;
  for (const double value : values) {
    const double deviation = value - result.mean;
    if (count > 1) result.variance += deviation * deviation / (count - 1);
  }
  return result;
}

double population_of(std::span<const StratumSample> strata) {
  double population = 0;
  for (const StratumSample& stratum : strata) population += static_cast<double>(stratum.population);
  return population;
}

// The part of a stratum that was not seen: what is left of the variance of its mean.
double unseen(const StratumSample& stratum) {
  return 1 - static_cast<double>(stratum.values.size()) / static_cast<double>(stratum.population);
}

struct MeanSums {
  double mean = 0;
  double variance = 0;       // of the mean
  double largest_share = 0;  // that a single value has in it
  std::size_t positive = 0;  // values above 0
  bool all_seen = true;
};

MeanSums mean_sums(std::span<const StratumSample> strata) {
  const double population = population_of(strata);
  MeanSums sums;
  for (const StratumSample& stratum : strata) {
    const double weight = static_cast<double>(stratum.population) / population;
    const auto count = static_cast<double>(stratum.values.size());
    const Moments seen = moments(stratum.values);
    sums.mean += weight * seen.mean;
    sums.variance += weight * weight * unseen(stratum) * seen.variance / count;
    sums.largest_share = std::max(
        sums.largest_share, weight * std::sqrt(unseen(stratum)) * std::ranges::max(stratum.values) / count);
    sums.positive +=
        static_cast<std::size_t>(std::ranges::count_if(stratum.values, [](double v) { return v > 0; }));
    sums.all_seen = sums.all_seen && stratum.values.size() == stratum.population;
  }
  return sums;
}

// With few positive values the next one may well be larger than any of them. That it is taken to be 1 + 2 / n
// times as large after n of them is our own rule: in simulations of 1 to 20 errors, of sizes from equal to
// log-normal (sigma 1), the interval then holds the truth in 92 to 99 % of the samples, instead of in 85 to
// 99 % (and in 25 to 95 % with Student's t).
Interval interval(double mean, const MeanSums& sums) {
  if (sums.all_seen) return {mean, mean};
  const double margin = sums.positive == 0 ? 0 : 1 + 2 / static_cast<double>(sums.positive);
  return nonnegative_mean_interval(mean, sums.variance, sums.largest_share * margin);
}

}  // namespace

// The next one always goes to the stratum with the most members for each one drawn (D'Hondt's method).
std::vector<std::size_t> allocate_sample(std::span<const std::size_t> strata, std::size_t size,
                                         std::size_t least) {
  std::vector<std::size_t> sizes;
  for (const std::size_t population : strata) sizes.push_back(std::min(population, least));
  const std::size_t population = std::accumulate(strata.begin(), strata.end(), std::size_t{0});
  std::size_t drawn = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
  const auto claim = [&](std::size_t i) {
    return sizes[i] < strata[i] ? static_cast<double>(strata[i]) / static_cast<double>(sizes[i] + 1) : 0;
  };
  for (; drawn < std::min(size, population); ++drawn) {
    std::size_t next = 0;
    for (std::size_t i = 1; i < strata.size(); ++i) {
      if (claim(i) > claim(next)) next = i;
    }
    ++sizes[next];
  }
  return sizes;
}

// The variance of the estimate is taken to be that of as many independent trials as would have the same one
// if the proportion were the same in all strata (an effective sample size: Korn and Graubard, "Confidence
// intervals for proportions with small expected number of positive counts estimated from survey data", Survey
// Methodology 1998, who take it from the strata's own variances, of which a handful of errors says next to
// nothing). Where samples are in proportion to the strata, differences between these can only make the
// variance smaller.
Estimate estimate_proportion(std::span<const StratumSample> strata) {
  const double population = population_of(strata);
  double proportion = 0, variance = 0;  // the latter in units of proportion (1 - proportion)
  for (const StratumSample& stratum : strata) {
    const double weight = static_cast<double>(stratum.population) / population;
    const auto count = static_cast<double>(stratum.values.size());
    const auto positive = static_cast<double>(stratum.values.size()) -
                          static_cast<double>(std::ranges::count(stratum.values, 0.0));
    proportion += weight * positive / count;
    variance += weight * weight * unseen(stratum) / count;
  }
  proportion = std::min(proportion, 1.0);  // what rounding has added
  if (variance <= 0) return {proportion, {proportion, proportion}};
  const double trials = 1 / variance;
  return {proportion, proportion_interval(proportion * trials, trials)};
}

Estimate estimate_mean(std::span<const StratumSample> strata) {
  const MeanSums sums = mean_sums(strata);
  return {sums.mean, interval(sums.mean, sums)};
}

// A U-statistic of degree 2. Each pair is weighted by how many pairs of the population it stands for. For the
// variance the statistic is replaced by its projection on single members (Hoeffding, "A class of statistics
// with asymptotically normal distribution", Annals of Mathematical Statistics 1948): the sum over members of
// what all pairs with that member add to the mean. In this sum every pair is there twice, and so is the mean.
Estimate estimate_pair_mean(std::span<const std::size_t> populations, std::span<const std::size_t> members,
                            const std::function<std::optional<double>(std::size_t, std::size_t)>& value) {
  std::vector<double> drawn(populations.size());
  for (const std::size_t stratum : members) ++drawn[stratum];
  const auto weight = [&](std::size_t stratum, double taken) {
    return (static_cast<double>(populations[stratum]) - taken) / (drawn[stratum] - taken);
  };
  std::vector<double> projections(members.size());
  double pairs = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (std::size_t j = i + 1; j < members.size(); ++j) {
      const std::optional<double> of_pair = value(i, j);
      if (!of_pair) continue;
      const std::size_t h = members[i], k = members[j];
      const double first = weight(h, 0), second = h == k ? weight(k, 1) : weight(k, 0);
      pairs += first * second;
      projections[i] += second * *of_pair;
      projections[j] += (h == k ? second : first) * *of_pair;
    }
  }
  if (pairs <= 0) return {0, {0, kUnbounded}};

  std::vector<StratumSample> strata;
  for (const std::size_t population : populations) strata.push_back({population});
  const double scale = population_of(strata) / pairs;
  for (std::size_t i = 0; i < members.size(); ++i)
    strata[members[i]].values.push_back(scale * projections[i]);
  const MeanSums sums = mean_sums(strata);
  return {sums.mean / 2, interval(sums.mean / 2, sums)};
}

}  // namespace tabiya::booksearch
