// Taken as a stationary series of rows, a matrix has one correlation for each distance between rows. From
// these alone follows how well any set of lags predicts (the Yule-Walker equations); the set is grown one by
// one.
#include "codec/row_predictor.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tabiya::codec {
namespace {

constexpr std::uint32_t kMaxLag = 2048;
constexpr std::uint32_t kMaxSampledColumns = 32;

// Correlations of rows at the distances 0 … kMaxLag, with every row scaled to the same length.
std::vector<double> row_correlations(MatrixShape shape, std::span<const std::int32_t> values) {
  const std::uint32_t stride = (shape.columns + kMaxSampledColumns - 1) / kMaxSampledColumns;
  const std::uint32_t sampled = (shape.columns + stride - 1) / stride;
  std::vector<float> scaled(std::size_t{shape.rows} * sampled);
  for (std::uint32_t row = 0; row < shape.rows; ++row) {
    const auto* source = &values[std::size_t{row} * shape.columns];
    double squares = 1;
    for (std::uint32_t i = 0; i < sampled; ++i) squares += std::pow(source[i * stride], 2);
    for (std::uint32_t i = 0; i < sampled; ++i) {
      scaled[std::size_t{row} * sampled + i] = static_cast<float>(source[i * stride] / std::sqrt(squares));
    }
  }
  std::vector<double> correlations(std::min(kMaxLag, shape.rows - 1) + 1);
  for (std::size_t lag = 0; lag < correlations.size(); ++lag) {
    // Products are added up column by column, which processors do side by side.
    std::array<float, kMaxSampledColumns> sums{};
    for (std::size_t row = lag; row < shape.rows; ++row) {
      const float* a = &scaled[row * sampled];
      const float* b = &scaled[(row - lag) * sampled];
      for (std::uint32_t i = 0; i < sampled; ++i) sums[i] += a[i] * b[i];
    }
    const double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
    correlations[lag] = sum / static_cast<double>(shape.rows - lag);
  }
  const double variance = std::max(correlations[0], 1e-9);
  for (double& correlation : correlations) correlation /= variance;
  return correlations;
}

// The share of the variance that the best combination of rows at `lags` leaves.
double residual(const std::vector<double>& correlations, const std::vector<std::uint32_t>& lags) {
  const std::size_t n = lags.size();
  std::vector<std::vector<double>> matrix(n, std::vector<double>(n));
  std::vector<double> right(n);
  for (std::size_t i = 0; i < n; ++i) {
    right[i] = correlations[lags[i]];
    for (std::size_t j = 0; j < n; ++j) {
      matrix[i][j] = correlations[lags[i] > lags[j] ? lags[i] - lags[j] : lags[j] - lags[i]];
    }
    matrix[i][i] += 0.01;
  }
  double left = 1;  // by Gaussian elimination: what each lag adds to those before it
  for (std::size_t i = 0; i < n; ++i) {
    if (matrix[i][i] <= 1e-6) return 1;  // no series has such correlations
    left -= right[i] * right[i] / matrix[i][i];
    for (std::size_t j = i + 1; j < n; ++j) {
      const double factor = matrix[j][i] / matrix[i][i];
      for (std::size_t k = i; k < n; ++k) matrix[j][k] -= factor * matrix[i][k];
      right[j] -= factor * right[i];
    }
  }
  return left;
}

}  // namespace

RowLags choose_row_lags(MatrixShape shape, std::span<const std::int32_t> values) {
  const std::vector<double> correlations = row_correlations(shape, values);
  std::vector<std::uint32_t> chosen;
  while (chosen.size() < RowLags{}.size() && chosen.size() + 1 < correlations.size()) {
    double best = 2;
    std::uint32_t best_lag = 0;
    for (std::uint32_t lag = 1; lag < correlations.size(); ++lag) {
      if (std::ranges::find(chosen, lag) != chosen.end()) continue;
      std::vector<std::uint32_t> extended = chosen;
      extended.push_back(lag);
      if (const double left = residual(correlations, extended); left < best) {
        best = left;
        best_lag = lag;
      }
    }
    chosen.push_back(best_lag);
  }
  RowLags lags{};
  std::ranges::copy(chosen, lags.begin());
  return lags;
}

}  // namespace tabiya::codec
