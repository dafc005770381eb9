#include "booksearch/statistics/shrinkage.h"

#include <cmath>
#include <numeric>

#include "booksearch/statistics/intervals.h"

namespace tabiya::booksearch {
namespace {

// Returns the place between two others at which f, which rises and then falls, is largest; the right one
// where f is flat.
template <class F>
double place_of_maximum(double low, double high, F f) {
  constexpr double kGolden = 0.6180339887498949;
  constexpr int kSteps = 60;
  for (int step = 0; step < kSteps; ++step) {
    const double width = high - low;
    const double left = high - kGolden * width, right = low + kGolden * width;
    (f(left) > f(right) ? high : low) = f(left) > f(right) ? right : left;
  }
  return (low + high) / 2;
}

}  // namespace

std::uint64_t total(const PairCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

Shrinkage::Shrinkage(std::span<const PairCounts> samples) {
  double all = 0;
  for (const PairCounts& sample : samples) {
    for (std::size_t k = 0; k < kPairScores; ++k) mean_[k] += static_cast<double>(sample[k]);
    all += static_cast<double>(total(sample));
  }
  if (all == 0) {
    mean_.fill(1.0 / kPairScores);
    return;
  }
  for (double& share : mean_) share /= all;
  const double found = std::exp(
      place_of_maximum(std::log(kLeastConcentration), std::log(kMostConcentration),
                       [&](double logarithm) { return log_likelihood(samples, std::exp(logarithm)); }));
  // The threshold of the likelihood ratio: 95 % of books whose samples do not differ stay below it.
  constexpr double kShown = 1.35;
  if (log_likelihood(samples, found) > log_likelihood(samples, kMostConcentration) + kShown)
    concentration_ = found;
}

// Returns the log-probability of the samples, in their orders, without the terms that do not depend on the
// concentration.
double Shrinkage::log_likelihood(std::span<const PairCounts> samples, double concentration) const {
  // This is ln of x (x + 1) … (x + n - 1), by sums: differences of large logarithms of gamma functions would
  // be noise.
  const auto rising = [](double x, std::uint64_t n) {
    double sum = 0;
    for (std::uint64_t i = 0; i < n; ++i) sum += std::log(x + static_cast<double>(i));
    return sum;
  };
  double sum = 0;
  for (const PairCounts& sample : samples) {
    sum -= rising(concentration, total(sample));
    for (std::size_t k = 0; k < kPairScores; ++k) sum += rising(concentration * mean_[k], sample[k]);
  }
  return sum;
}

PairShares Shrinkage::expected(const PairCounts& sample) const {
  PairShares shares;
  const double all = static_cast<double>(total(sample)) + concentration_;
  for (std::size_t k = 0; k < kPairScores; ++k)
    shares[k] = (static_cast<double>(sample[k]) + concentration_ * mean_[k]) / all;
  return shares;
}

double Shrinkage::bound_of_others(const PairCounts& sample, std::size_t outcome) const {
  const double those = static_cast<double>(sample[outcome]) + concentration_ * mean_[outcome];
  const double others = static_cast<double>(total(sample)) + concentration_ - those;
  if (others <= 0) return 0;
  if (those <= 0) return 1;
  return beta_quantile(others, those, 0.95);
}

}  // namespace tabiya::booksearch
