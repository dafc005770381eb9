// Shrinkage estimates from many small samples of the same kinds of outcomes, such as pairs of games from each
// of many start positions. It allows for the fact that few outcomes say little.
//
// Each sample has a distribution of its own, drawn from a Dirichlet distribution around the mean of all. The
// concentration tells how narrow that distribution is. It is fitted to all samples by maximum likelihood
// (empirical Bayes; Minka, "Estimating a Dirichlet distribution", 2000, for the Dirichlet-multinomial
// likelihood), unless samples that do not differ may well look like these. A sample counts as much as the
// mean when it has as many outcomes as the concentration says.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tabiya::booksearch {

inline constexpr std::size_t kPairScores = 5;
using PairCounts =
    std::array<std::uint64_t, kPairScores>;  // pairs by the points of a player: 0, 1/2, 1, 3/2, 2
using PairShares = std::array<double, kPairScores>;

std::uint64_t total(const PairCounts& counts);

class Shrinkage {
 public:
  // Without any outcome in the samples, all outcomes are equally likely.
  explicit Shrinkage(std::span<const PairCounts> samples);

  const PairShares& mean() const { return mean_; }
  // Returns the concentration in outcomes; kMostConcentration where nothing shows that samples differ.
  double concentration() const { return concentration_; }
  static constexpr double kLeastConcentration = 0.1, kMostConcentration = 100'000;

  // Returns the shares that are expected of a sample.
  PairShares expected(const PairCounts& sample) const;

  // Returns a bound: the sample's share of outcomes other than `outcome` is below it with a probability of 95
  // %.
  double bound_of_others(const PairCounts& sample, std::size_t outcome) const;

 private:
  double log_likelihood(std::span<const PairCounts> samples, double concentration) const;

  PairShares mean_{};
  double concentration_ = kMostConcentration;
};

}  // namespace tabiya::booksearch
