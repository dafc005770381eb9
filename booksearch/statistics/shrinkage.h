// Many small samples of the same kinds of outcomes, such as pairs of games from each of many start positions: what each of
// them says once it is seen that few outcomes say little.
//
// Each sample has a distribution of its own, drawn from a Dirichlet distribution around the mean of all. How narrow that is,
// its concentration, is fitted to all samples by maximum likelihood (empirical Bayes; Minka, "Estimating a Dirichlet
// distribution", 2000, for the Dirichlet-multinomial likelihood), unless samples that are alike may well look so. A sample
// counts as much as the mean when it has as many outcomes as the concentration says.
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
  // Without any outcome, all are equally likely.
  explicit Shrinkage(std::span<const PairCounts> samples);

  const PairShares& mean() const { return mean_; }
  // In outcomes; kMostConcentration where nothing shows that samples differ.
  double concentration() const { return concentration_; }
  static constexpr double kLeastConcentration = 0.1, kMostConcentration = 100'000;

  // The shares that are expected of a sample.
  PairShares expected(const PairCounts& sample) const;

  // The share of outcomes other than `outcome` that a sample has is below this with a probability of 95 %.
  double bound_of_others(const PairCounts& sample, std::size_t outcome) const;

 private:
  double log_likelihood(std::span<const PairCounts> samples, double concentration) const;

  PairShares mean_{};
  double concentration_ = kMostConcentration;
};

}  // namespace tabiya::booksearch
