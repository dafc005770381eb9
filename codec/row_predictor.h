// Predicts the values of a matrix, block after block, from the values above them in a few earlier rows: the
// linear combination that was best for the last values, by least squares. It is computed again after blocks
// with 32 values in all, and what was before counts half as much then; all in integers.
//
// Rows of a feature transformer resemble each other by what their features are (the same piece one square
// further, the same piece seen from another square of the king …), each region in its own way, and some rows
// resemble nothing. A combination that adapts within a row beats any fixed one, and following the last values
// by gradient descent, too.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codec/matrix_coder.h"

namespace tabiya::codec {

class RowPredictor {
 public:
  static constexpr int kTaps = 4;
  static constexpr std::size_t kBlock = 16;  // the most values of a row that are predicted at once
  // The values above a block, from each of the rows that the predictor looks at.
  using Taps = std::array<const std::int32_t*, kTaps>;

  // `max_magnitude`: of any value.
  explicit RowPredictor(std::int32_t max_magnitude) {
    while (max_magnitude >> shift_ >= 256) ++shift_;
  }

  // The `n`-th value of a block, in units of 1 / 256.
  std::int64_t predict(const Taps& taps, std::size_t n) const {
    std::int64_t sum = 0;
    for (int i = 0; i < kTaps; ++i) sum += std::int64_t{coefficients_[i]} * taps[i][n];
    return sum >> (kFraction - 8);
  }

  // Learns the values of a block.
  void update(const Taps& taps, std::span<const std::int32_t> values) {
    std::array<Cut, kTaps> x;
    for (int i = 0; i < kTaps; ++i) x[i] = cut({taps[i], values.size()});
    const Cut y = cut(values);
    for (int i = 0; i < kTaps; ++i) {
      right_[i] += product(x[i], y);
      for (int j = 0; j <= i; ++j) matrix_[i][j] += product(x[i], x[j]);
    }
    updates_ += values.size();
    if (updates_ >= kInterval) {
      updates_ = 0;
      solve();
      fade();
    }
  }

 private:
  static constexpr std::size_t kInterval = 32;  // values between solutions
  static constexpr int kFraction = 16;          // binary places of the coefficients
  static constexpr std::int64_t kRidge = 100;   // keeps coefficients small if there is little to go by

  // Bounds that sound input never meets; they keep every product within 64 bits.
  static constexpr std::int64_t kMaxFactor = 1 << 23, kMaxEntry = 1 << 30;
  static std::int64_t bounded(std::int64_t value, std::int64_t bound) {
    return std::clamp(value, -bound, bound);
  }

  // Values of a block, cut to 8 bits and a sign, and zeros.
  using Cut = std::array<std::int16_t, kBlock>;
  Cut cut(std::span<const std::int32_t> values) const {
    Cut cut{};
    for (std::size_t n = 0; n < values.size(); ++n) cut[n] = static_cast<std::int16_t>(values[n] >> shift_);
    return cut;
  }
  static std::int32_t product(const Cut& a, const Cut& b) {
    std::int32_t sum = 0;
    for (std::size_t n = 0; n < kBlock; ++n) sum += a[n] * b[n];
    return sum;
  }

  void fade() {
    for (int i = 0; i < kTaps; ++i) {
      right_[i] /= 2;
      for (int j = 0; j <= i; ++j) matrix_[i][j] /= 2;
    }
  }

  // Solves (matrix + ridge) * coefficients = right by L D L^T.
  void solve() {
    std::int64_t factor[kTaps][kTaps], scaled[kTaps][kTaps], diagonal[kTaps], x[kTaps];  // L; L D; D
    for (int j = 0; j < kTaps; ++j) {
      for (int i = j; i < kTaps; ++i) {
        std::int64_t entry = matrix_[i][j] + (i == j ? kRidge : 0);
        for (int k = 0; k < j; ++k) entry -= scaled[i][k] * factor[j][k] >> kFraction;
        scaled[i][j] = bounded(entry, kMaxEntry);
      }
      diagonal[j] = std::max(scaled[j][j], kRidge / 4);
      for (int i = j + 1; i < kTaps; ++i) {
        factor[i][j] = bounded((scaled[i][j] << kFraction) / diagonal[j], kMaxFactor);
      }
    }
    for (int i = 0; i < kTaps; ++i) {
      x[i] = right_[i];
      for (int k = 0; k < i; ++k) x[i] = bounded(x[i] - (factor[i][k] * x[k] >> kFraction), kMaxEntry);
    }
    for (int i = kTaps - 1; i >= 0; --i) {
      x[i] = (x[i] << kFraction) / diagonal[i];
      for (int k = i + 1; k < kTaps; ++k) x[i] -= factor[k][i] * x[k] >> kFraction;
      x[i] = bounded(x[i], kMaxFactor);
    }
    for (int i = 0; i < kTaps; ++i) coefficients_[i] = static_cast<std::int32_t>(x[i]);
  }

  int shift_ = 0;            // values are cut to 8 bits and a sign for the sums
  std::size_t updates_ = 0;  // since the last solution
  // Sums of products, below 2^23: of taps (the lower half), and of taps and values.
  std::array<std::array<std::int32_t, kTaps>, kTaps> matrix_{};
  std::array<std::int32_t, kTaps> right_{};
  std::array<std::int32_t, kTaps> coefficients_{};
};

// The distances upwards of these rows, the most telling first; 0 for none. They are below 65,536.
using RowLags = std::array<std::uint32_t, RowPredictor::kTaps>;

RowLags choose_row_lags(MatrixShape shape, std::span<const std::int32_t> values);

}  // namespace tabiya::codec
