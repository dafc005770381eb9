#include "booksearch/statistics/stratified.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tabiya::booksearch {
namespace {

struct Moments {
  double mean = 0;
  double variance = 0;  // of one value; 0 if there is but one
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

// Returns the unseen part of a stratum, which is the factor that is left of the variance of its mean.
double unseen(const StratumSample& stratum) {
  return 1 - static_cast<double>(stratum.values.size()) / static_cast<double>(stratum.population);
}

// Returns the probability that of `sampled` members drawn without replacement at most `found` are among
// `positive` of the population; found <= positive.
double hypergeometric_at_most(std::size_t found, std::size_t sampled, std::size_t positive,
                              std::size_t population) {
  const auto log_choose = [](std::size_t n, std::size_t k) {
    const auto log_factorial = [](std::size_t m) { return std::lgamma(static_cast<double>(m) + 1); };
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
  };
  const std::size_t negative = population - positive;
  double sum = 0;
  for (std::size_t k = sampled > negative ? sampled - negative : 0; k <= found; ++k)
    sum += std::exp(log_choose(positive, k) + log_choose(negative, sampled - k) -
                    log_choose(population, sampled));
  return sum;
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

// With few positive values the next one may well be larger than any of them. After n of them, our own rule
// takes it to be 1 + 2 / n times as large: in simulations of 1 to 20 errors, of sizes from equal to
// log-normal (sigma 1), the interval then holds the truth in 92 to 99 % of the samples, instead of in 85 to
// 99 % (and in 25 to 95 % with Student's t).
Interval interval(double mean, const MeanSums& sums) {
  if (sums.all_seen) return {mean, mean};
  const double margin = sums.positive == 0 ? 0 : 1 + 2 / static_cast<double>(sums.positive);
  return nonnegative_mean_interval(mean, sums.variance, sums.largest_share * margin);
}

}  // namespace

// Gives the next draw always to the stratum with the most members for each one drawn (D'Hondt's method).
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
// As they are drawn without replacement, there are more such trials than members drawn. The proportions that
// a sample can show lie further apart than those of so many trials, by which half a step is lost at either
// end.
Estimate estimate_proportion(std::span<const StratumSample> strata) {
  const double population = population_of(strata);
  double proportion = 0;
  double variance = 0, with_replacement = 0;  // in units of proportion (1 - proportion)
  for (const StratumSample& stratum : strata) {
    const double weight = static_cast<double>(stratum.population) / population;
    const auto count = static_cast<double>(stratum.values.size());
    const auto zeros = static_cast<double>(std::ranges::count(stratum.values, 0.0));
    proportion += weight * (count - zeros) / count;
    with_replacement += weight * weight / count;
    variance += weight * weight / count * unseen(stratum);
  }
  proportion = std::min(proportion, 1.0);  // what rounding has added
  if (variance <= 0) return {proportion, {proportion, proportion}};
  const double trials = 1 / variance, successes = proportion * trials;
  const double half_step = (trials * with_replacement - 1) / 2;
  return {proportion,
          {proportion_interval(std::max(0.0, successes - half_step), trials).low,
           proportion_interval(std::min(trials, successes + half_step), trials).high}};
}

// The bound is the largest number of members for which so few among those drawn are not too unlikely.
double bound_proportion(std::size_t found, std::size_t sampled, std::size_t population) {
  if (population == 0) return 0;
  std::size_t possible = found, too_many = population - (sampled - found) + 1;
  while (too_many - possible > 1) {
    const std::size_t middle = possible + (too_many - possible) / 2;
    (hypergeometric_at_most(found, sampled, middle, population) > 0.05 ? possible : too_many) = middle;
  }
  return static_cast<double>(possible) / static_cast<double>(population);
}

Estimate estimate_mean(std::span<const StratumSample> strata) {
  const MeanSums sums = mean_sums(strata);
  return {sums.mean, interval(sums.mean, sums)};
}

// The estimate is a U-statistic of degree 2. Each pair is weighted by the number of pairs of the population
// that it stands for. For the variance the statistic is replaced by its projection on single members
// (Hoeffding, "A class of statistics with asymptotically normal distribution", Annals of Mathematical
// Statistics 1948): the sum over members of the amounts that all pairs with that member add to the mean. This
// sum has every pair twice, and so the mean, too.
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
