// Stratified sampling: a population is cut into strata that are alike within, a random sample is drawn from
// each, and the samples are weighted by the sizes of the strata (Cochran, "Sampling Techniques", chapter 5).
// All samples are drawn without replacement: a sample of the whole population leaves nothing uncertain.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "booksearch/statistics/intervals.h"

namespace tabiya::booksearch {

// Returns how many to draw from each stratum so that they sum to `size`, or to the whole population if that
// is smaller. The numbers are in proportion to the strata's sizes, but at least `least` (all of a smaller
// stratum). `least` is kLeastSample or more, without which there is no telling how much a stratum varies;
// `size` has room for it.
inline constexpr std::size_t kLeastSample = 2;
std::vector<std::size_t> allocate_sample(std::span<const std::size_t> strata, std::size_t size,
                                         std::size_t least = kLeastSample);

// The sample of one stratum.
struct StratumSample {
  std::size_t population = 0;
  std::vector<double> values{};  // of those that were drawn; at least one, at most `population`
};

struct Estimate {
  double value = 0;
  Interval interval;
};

// Estimates the proportion of the population whose value is not 0.
Estimate estimate_proportion(std::span<const StratumSample> strata);

// Returns a bound of a population's proportion, after `found` of `sampled`: the proportion is at most this in
// at least 95 % of all samples without replacement. It is exact, by the hypergeometric distribution.
double bound_proportion(std::size_t found, std::size_t sampled, std::size_t population);

// Estimates the mean of values that are never negative.
Estimate estimate_mean(std::span<const StratumSample> strata);

// Estimates the mean of a value of pairs that is never negative, over all pairs of the population that count.
// populations[h] is the size of stratum h, members[i] is the stratum of the i-th drawn member. value(i, j) is
// asked for i < j, and gives nothing for a pair that does not count. The strata of a pair decide whether it
// counts.
Estimate estimate_pair_mean(std::span<const std::size_t> populations, std::span<const std::size_t> members,
                            const std::function<std::optional<double>(std::size_t, std::size_t)>& value);

}  // namespace tabiya::booksearch
