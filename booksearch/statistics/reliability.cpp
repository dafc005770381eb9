#include "booksearch/statistics/reliability.h"

#include <algorithm>
#include <cmath>

namespace tabiya::booksearch {
namespace {

constexpr double kNormal99 = 2.5758;  // standard errors to either side
constexpr int kMostSteps = 50;        // of Newton's method, which needs some six

double chance_at(double logit) { return 1 / (1 + std::exp(-logit)); }

Interval interval_of(double mean, double square, std::size_t count) {
  if (count < 2) return {0, 1};
  const auto n = static_cast<double>(count);
  // Half a game of either outcome is added, so that a bin of wins alone is not taken for certain.
  const double smoothed = (mean * n + 0.5) / (n + 1), squares = (square * n + 0.5) / (n + 1);
  const double error = std::sqrt(std::max(0.0, squares - smoothed * smoothed) / n);
  return {std::max(0.0, mean - kNormal99 * error), std::min(1.0, mean + kNormal99 * error)};
}

// A symmetric matrix of two rows.
struct Matrix {
  double aa = 0, ab = 0, bb = 0;

  double determinant() const { return aa * bb - ab * ab; }
  Matrix inverse() const { return {bb / determinant(), -ab / determinant(), aa / determinant()}; }
};

Matrix product(const Matrix& outer, const Matrix& inner) {  // outer * inner * outer
  const double aa = outer.aa * inner.aa + outer.ab * inner.ab, ab = outer.aa * inner.ab + outer.ab * inner.bb;
  const double ba = outer.ab * inner.aa + outer.bb * inner.ab, bb = outer.ab * inner.ab + outer.bb * inner.bb;
  return {aa * outer.aa + ab * outer.ab, aa * outer.ab + ab * outer.bb, ba * outer.ab + bb * outer.bb};
}

}  // namespace

std::vector<ReliabilityBin> reliability(std::span<const Forecast> forecasts, std::size_t bins) {
  std::vector<ReliabilityBin> all(bins);
  std::vector<double> squares(bins);
  std::vector<Forecast> sorted(forecasts.begin(), forecasts.end());  // sums depend on their order
  std::ranges::sort(sorted, {}, [](const Forecast& each) { return std::pair(each.chance, each.score); });
  for (const Forecast& each : sorted) {
    const std::size_t place =
        std::min(bins - 1, static_cast<std::size_t>(each.chance * static_cast<double>(bins)));
    ReliabilityBin& bin = all[place];
    ++bin.count;
    bin.chance += each.chance;
    bin.score += each.score;
    squares[place] += each.score * each.score;
  }
  std::vector<ReliabilityBin> filled;
  for (std::size_t place = 0; place < bins; ++place) {
    ReliabilityBin bin = all[place];
    if (bin.count == 0) continue;
    const auto count = static_cast<double>(bin.count);
    bin.chance /= count;
    bin.score /= count;
    bin.interval = interval_of(bin.score, squares[place] / count, bin.count);
    filled.push_back(bin);
  }
  return filled;
}

Calibration fit_calibration(std::span<const Forecast> forecasts) {
  const Calibration unknown{.bias_error = kUnbounded, .slope_error = kUnbounded};
  std::vector<Forecast> usable;
  for (const Forecast& each : forecasts)
    if (each.chance > 0 && each.chance < 1) usable.push_back(each);
  if (usable.size() < 3) return unknown;

  Calibration fit;
  Matrix information, scatter;
  for (int step = 0; step < kMostSteps; ++step) {
    information = scatter = {};
    double bias = 0, slope = 0;  // of the gradient
    for (const Forecast& each : usable) {
      const double x = std::log(each.chance / (1 - each.chance));
      const double expected = chance_at(fit.bias + fit.slope * x), weight = expected * (1 - expected);
      const double off = each.score - expected;
      information = {information.aa + weight, information.ab + weight * x, information.bb + weight * x * x};
      scatter = {scatter.aa + off * off, scatter.ab + off * off * x, scatter.bb + off * off * x * x};
      bias += off;
      slope += off * x;
    }
    if (!(information.determinant() > 1e-9 * information.aa * information.bb)) return unknown;
    const Matrix inverse = information.inverse();
    const double by_bias = inverse.aa * bias + inverse.ab * slope;
    const double by_slope = inverse.ab * bias + inverse.bb * slope;
    fit.bias += by_bias;
    fit.slope += by_slope;
    if (std::abs(by_bias) + std::abs(by_slope) < 1e-9) break;
  }
  const Matrix variance = product(information.inverse(), scatter);
  fit.bias_error = std::sqrt(variance.aa);
  fit.slope_error = std::sqrt(variance.bb);
  return fit;
}

double brier_score(std::span<const Forecast> forecasts) {
  double sum = 0;
  for (const Forecast& each : forecasts) sum += (each.chance - each.score) * (each.chance - each.score);
  return forecasts.empty() ? 0 : sum / static_cast<double>(forecasts.size());
}

}  // namespace tabiya::booksearch
