// Stratified sampling: a population is cut into strata that are alike within, a random sample is drawn from
// each, and what was seen is weighted by the sizes of the strata (Cochran, "Sampling Techniques", chapter 5).
// All samples are drawn without replacement: what was seen of the whole population is no longer uncertain.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "booksearch/statistics/intervals.h"

namespace tabiya::booksearch {

// How many of each stratum to draw so that it comes to `size`, or to the whole population if that is smaller:
// in proportion to the strata's sizes, but at least `least` of each (all of a smaller one). That is
// kLeastSample or more, without which there is no telling how much a stratum varies; `size` has room for it.
inline constexpr std::size_t kLeastSample = 2;
std::vector<std::size_t> allocate_sample(std::span<const std::size_t> strata, std::size_t size,
                                         std::size_t least = kLeastSample);

// What was seen of one stratum.
struct StratumSample {
  std::size_t population = 0;
  std::vector<double> values{};  // of those that were drawn; at least one, at most `population`
};

struct Estimate {
  double value = 0;
  Interval interval;
};

// The proportion of the population whose value is not 0.
Estimate estimate_proportion(std::span<const StratumSample> strata);

// The proportion of a population is at most this in at least 95 % of all samples without replacement, after
// `found` of `sampled`. Exact: by the hypergeometric distribution.
double bound_proportion(std::size_t found, std::size_t sampled, std::size_t population);

// The mean of values that are never negative.
Estimate estimate_mean(std::span<const StratumSample> strata);

// The mean, over all pairs of the population that count, of a value of the pair that is never negative.
// populations[h] is the size of stratum h, members[i] the stratum of the i-th that was drawn; value(i, j) is
// asked for i < j, and gives nothing for a pair that does not count. Which pairs count is decided by their
// strata.
Estimate estimate_pair_mean(std::span<const std::size_t> populations, std::span<const std::size_t> members,
                            const std::function<std::optional<double>(std::size_t, std::size_t)>& value);

}  // namespace tabiya::booksearch
