#include "booksearch/statistics/intervals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/random.h"

namespace tabiya::booksearch {
namespace intervals_test {

double uniform(Random& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random.next() >> 11) * 0x1p-53;
}

// Simpson's rule: the slow and obvious way to an integral.
double integral(const std::function<double(double)>& f, double from, double to) {
  constexpr int kSteps = 4000;
  const double step = (to - from) / kSteps;
  double sum = f(from) + f(to);
  for (int i = 1; i < kSteps; ++i) sum += f(from + i * step) * (i % 2 == 1 ? 4 : 2);
  return sum * step / 3;
}

TEST(IncompleteBeta, IsTheIntegralOfItsDensity) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const double a = uniform(random, 3, 60), b = uniform(random, 3, 60), x = uniform(random, 0, 1);
    const double scale = std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b);
    const auto density = [&](double t) {
      return t <= 0 || t >= 1 ? 0 : std::exp(scale + (a - 1) * std::log(t) + (b - 1) * std::log1p(-t));
    };
    EXPECT_NEAR(incomplete_beta(a, b, x), integral(density, 0, x), 1e-9) << a << ' ' << b << ' ' << x;
  }
  EXPECT_EQ(incomplete_beta(2, 3, 0), 0);
  EXPECT_EQ(incomplete_beta(2, 3, 1), 1);
  EXPECT_NEAR(incomplete_beta(1, 0.5, 0.36), 1 - std::sqrt(0.64), 1e-14);
  EXPECT_NEAR(incomplete_beta(1e6, 1e6, 0.5), 0.5, 1e-9);
}

TEST(IncompleteGamma, IsTheIntegralOfItsDensity) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const double a = uniform(random, 3, 80), x = uniform(random, 0, 2 * a);
    const auto density = [&](double t) {
      return t <= 0 ? 0 : std::exp((a - 1) * std::log(t) - t - std::lgamma(a));
    };
    EXPECT_NEAR(incomplete_gamma(a, x), integral(density, 0, x), 1e-9) << a << ' ' << x;
  }
  EXPECT_EQ(incomplete_gamma(2, 0), 0);
  EXPECT_NEAR(incomplete_gamma(1, 3), 1 - std::exp(-3), 1e-14);
  EXPECT_NEAR(incomplete_gamma(0.5, 0.49), std::erf(0.7), 1e-14);
}

// P(X <= successes) of a binomial number X.
double binomial_below(int successes, int trials, double p) {
  double sum = 0;
  for (int k = 0; k <= successes; ++k) {
    sum += std::exp(std::lgamma(trials + 1) - std::lgamma(k + 1) - std::lgamma(trials - k + 1) +
                    k * std::log(p) + (trials - k) * std::log1p(-p));
  }
  return sum;
}

TEST(ProportionInterval, EndsWhereWhatWasSeenBecomesUnlikely) {
  for (const int trials : {1, 2, 7, 50, 300}) {
    for (int successes = 0; successes <= trials; successes += 1 + trials / 20) {
      const Interval interval = proportion_interval(successes, trials);
      if (successes == 0) {
        EXPECT_EQ(interval.low, 0);
      } else {
        EXPECT_NEAR(1 - binomial_below(successes - 1, trials, interval.low), 0.025, 1e-9);
      }
      if (successes == trials) {
        EXPECT_EQ(interval.high, 1);
      } else {
        EXPECT_NEAR(binomial_below(successes, trials, interval.high), 0.025, 1e-9);
      }
    }
  }
  EXPECT_NEAR(proportion_interval(0, 100).high, 1 - std::pow(0.025, 0.01), 1e-12);
}

TEST(ProportionInterval, HoldsTheTruthInNineteenOfTwentySamplesAtLeast) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const int trials = 1 + static_cast<int>(random.below(80));
    const double truth = uniform(random, 0.001, 0.999);
    double held = 0;
    for (int k = 0; k <= trials; ++k) {
      const double probability =
          binomial_below(k, trials, truth) - (k > 0 ? binomial_below(k - 1, trials, truth) : 0);
      if (proportion_interval(k, trials).contains(truth)) held += probability;
    }
    EXPECT_GE(held, 0.95 - 1e-9) << trials << ' ' << truth;
  }
}

// With weights that are all the same it is the exact interval of a Poisson number (Garwood 1936): these are
// his.
TEST(NonnegativeMeanInterval, IsExactForPoissonNumbers) {
  const auto expect = [](double count, double low, double high) {
    const Interval interval = nonnegative_mean_interval(count / 50, count / 2500, 1.0 / 50);
    EXPECT_NEAR(interval.low * 50, low, 1e-3);
    EXPECT_NEAR(interval.high * 50, high, 1e-3);
  };
  expect(1, 0.0253, 5.5716);
  expect(5, 1.6235, 11.6683);
  expect(10, 4.7954, 18.3904);
  expect(100, 81.3640, 121.6271);
}

TEST(NonnegativeMeanInterval, KnowsItsLimits) {
  EXPECT_EQ(nonnegative_mean_interval(0, 0, 0), (Interval{0, kUnbounded}));
  EXPECT_EQ(nonnegative_mean_interval(3, 0, 0), (Interval{3, 3}));
  const Interval narrow = nonnegative_mean_interval(1e5, 1e-6, 0);
  EXPECT_NEAR(narrow.low, 1e5, 0.01);
  EXPECT_NEAR(narrow.high, 1e5, 0.01);
}

}  // namespace intervals_test
}  // namespace tabiya::booksearch
