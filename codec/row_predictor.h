// Predicts the values of a matrix, one after the other, from the values above them in a few earlier rows: the
// linear combination that was best for the last values, by least squares. It is worked out anew after every
// 32 values, and what was before counts half as much then; all in integers.
//
// Rows of an embedding resemble each other by what their features are (the same piece one square further, the
// same piece seen from another square of the king …), each region in its own way, and some rows resemble
// nothing. A combination that adapts within a row beats any fixed one, and following the last values by
// gradient descent, too.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace tabiya::codec {

class RowPredictor {
 public:
  static constexpr int kTaps = 8;
  using Taps =
      std::array<std::int32_t, kTaps>;  // the values above, from the rows that the predictor looks at

  // `max_magnitude`: of any value.
  explicit RowPredictor(std::int32_t max_magnitude) {
    while (max_magnitude >> shift_ >= 256) ++shift_;
  }

  // In units of 1 / 256.
  std::int64_t predict(const Taps& taps) const {
    std::int64_t sum = 0;
    for (int i = 0; i < kTaps; ++i) sum += std::int64_t{coefficients_[i]} * taps[i];
    return sum >> (kFraction - 8);
  }

  void update(const Taps& taps, std::int32_t value) {
    std::array<std::int16_t, kTaps> x;
    for (int i = 0; i < kTaps; ++i) x[i] = static_cast<std::int16_t>(taps[i] >> shift_);
    const auto y = static_cast<std::int16_t>(value >> shift_);
    for (int i = 0; i < kTaps; ++i) {
      right_[i] += x[i] * y;
      for (int j = 0; j < kTaps; ++j) matrix_[i][j] += x[i] * x[j];
    }
    if (++updates_ % kInterval == 0) {
      solve();
      fade();
    }
  }

 private:
  static constexpr int kInterval = 32;         // values between solutions
  static constexpr int kFraction = 16;         // binary places of the coefficients
  static constexpr std::int64_t kRidge = 100;  // keeps coefficients small where there is little to go by

  // Bounds that sound input never meets; they keep every product within 64 bits.
  static constexpr std::int64_t kMaxFactor = 1 << 23, kMaxEntry = 1 << 30;
  static std::int64_t bounded(std::int64_t value, std::int64_t bound) {
    return std::clamp(value, -bound, bound);
  }

  void fade() {
    for (int i = 0; i < kTaps; ++i) {
      right_[i] /= 2;
      for (int j = 0; j < kTaps; ++j) matrix_[i][j] /= 2;
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

  int shift_ = 0;  // values are cut to 8 bits and a sign for the sums
  unsigned updates_ = 0;
  std::array<std::array<std::int32_t, kTaps>, kTaps> matrix_{};  // sums of products of taps, below 2^22
  Taps right_{};                                                 // sums of products of taps and values
  Taps coefficients_{};
};

}  // namespace tabiya::codec
