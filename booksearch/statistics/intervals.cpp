#include "booksearch/statistics/intervals.h"

#include <cmath>
#include <functional>

namespace tabiya::booksearch {
namespace {

constexpr double kTail = 0.025;       // beyond each end of a 95 % interval
constexpr double kPrecision = 1e-15;  // of the functions, relative
constexpr double kTiny = 1e-300;      // in the place of a divisor of zero
constexpr int kMostTerms = 100'000;   // far more than any argument needs

// Computes the continued fraction b0 + a1 / (b1 + a2 / (b2 + …)) by the method of Lentz, as modified by
// Thompson and Barnett (J. Comput. Phys. 1986). `a` and `b` give the terms from index 1.
template <class A, class B>
double continued_fraction(double b0, A&& a, B&& b) {
  const auto nonzero = [](double x) { return x == 0 ? kTiny : x; };
  double value = nonzero(b0);
  double c = value, d = 0;
  for (int i = 1; i < kMostTerms; ++i) {
    d = 1 / nonzero(b(i) + a(i) * d);
    c = nonzero(b(i) + a(i) / c);
    value *= c * d;
    if (std::abs(c * d - 1) < kPrecision) break;
  }
  return value;
}

// Returns the x in [low, high] at which an increasing function takes the value `target`.
double invert(const std::function<double(double)>& increasing, double target, double low, double high) {
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (increasing(middle) < target ? low : high) = middle;
  }
  return high;
}

// Returns a quantile of the gamma distribution with this mean and variance, both positive.
double gamma_quantile(double mean, double variance, double probability) {
  const double scale = variance / mean, shape = mean / scale;
  double high = shape + 1;
  while (incomplete_gamma(shape, high) < probability) high *= 2;
  return scale * invert([=](double x) { return incomplete_gamma(shape, x); }, probability, 0, high);
}

}  // namespace

// The formulas are 8.17.22 and 8.17.4 of the NIST Digital Library of Mathematical Functions.
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incomplete_beta(b, a, 1 - x);
  const auto numerator = [=](int i) {
    if (i == 1) return 1.0;
    const double m = (i - 1) / 2;
    if (i % 2 == 1) return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
  };
  const double factor =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x)) /
      a;
  return factor * continued_fraction(0, numerator, [](int) { return 1.0; });
}

// The formulas are 8.11.4 and, for the complement, 8.9.2 of the same library.
double incomplete_gamma(double a, double x) {
  if (x <= 0) return 0;
  const double factor = std::exp(a * std::log(x) - x - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (int i = 1; i < kMostTerms && term > sum * kPrecision; ++i) sum += term *= x / (a + i);
    return factor * sum;
  }
  const auto numerator = [=](int i) { return i == 1 ? 1.0 : -(i - 1) * (i - 1 - a); };
  const auto denominator = [=](int i) { return x + 2 * i - 1 - a; };
  return 1 - factor * continued_fraction(0, numerator, denominator);
}

double beta_quantile(double a, double b, double probability) {
  return invert([=](double x) { return incomplete_beta(a, b, x); }, probability, 0, 1);
}

Interval proportion_interval(double successes, double trials) {
  const double low = successes <= 0 ? 0 : beta_quantile(successes, trials - successes + 1, kTail);
  const double high = successes >= trials ? 1 : beta_quantile(successes + 1, trials - successes, 1 - kTail);
  return {low, high};
}

Interval nonnegative_mean_interval(double mean, double variance, double largest_share) {
  if (mean <= 0) return {0, kUnbounded};
  const double low = variance > 0 ? gamma_quantile(mean, variance, kTail) : mean;
  const double wider = variance + largest_share * largest_share;
  return {low, wider > 0 ? gamma_quantile(mean + largest_share, wider, 1 - kTail) : mean};
}

}  // namespace tabiya::booksearch
