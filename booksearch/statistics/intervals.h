// 95 % intervals for quantities of a population that are near 0, from a sample. There the usual mean plus or
// minus 1.96 standard errors holds the truth far too seldom: a good book has few wrong replies.
#pragma once

#include <limits>

namespace tabiya::booksearch {

struct Interval {
  double low = 0;
  double high = 0;  // kUnbounded if the sample says nothing about it

  bool contains(double value) const { return low <= value && value <= high; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// The interval of a proportion after `successes` in `trials` independent trials (Clopper and Pearson, "The
// use of confidence or fiducial limits illustrated in the case of the binomial", Biometrika 1934): it holds
// the truth in at least 95 % of all samples, whatever the truth. Neither needs to be whole, as surveys have
// effective numbers of trials. 0 <= successes <= trials, trials > 0.
Interval proportion_interval(double successes, double trials);

// The interval of a mean of quantities that are never negative and mostly 0, as regrets are, from its
// estimate, the variance of that estimate and the largest share that a single quantity has, or could have
// had, in it. The estimate is taken to follow a gamma distribution, at the upper end with one more quantity
// of that share (Fay and Feuer, "Confidence intervals for directly standardized rates: a method based on the
// gamma distribution", Statistics in Medicine 1997, for weighted sums of Poisson numbers). Where all seen
// quantities are 0, nothing is known of the size of the unseen ones: the interval has no upper end.
Interval nonnegative_mean_interval(double mean, double variance, double largest_share);

// These are the distribution functions behind the intervals: the regularised incomplete beta function I_x(a,
// b) for 0 <= x <= 1, and the regularised lower incomplete gamma function P(a, x) for x >= 0; a, b > 0.
double incomplete_beta(double a, double b, double x);
double incomplete_gamma(double a, double x);

// Returns the value below which a beta distribution has that probability; a, b > 0.
double beta_quantile(double a, double b, double probability);

}  // namespace tabiya::booksearch
