#include "codec/row_predictor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tabiya::codec {
namespace {

constexpr int kTaps = RowPredictor::kTaps;

// The same by Gaussian elimination in floating point.
class ReferencePredictor {
 public:
  double predict(const RowPredictor::Taps& taps) const {
    double sum = 0;
    for (int i = 0; i < kTaps; ++i) sum += coefficients_[i] * taps[i];
    return sum;
  }
  void update(const RowPredictor::Taps& taps, int value) {
    for (int i = 0; i < kTaps; ++i) {
      right_[i] += taps[i] * value;
      for (int j = 0; j < kTaps; ++j) matrix_[i][j] += taps[i] * taps[j];
    }
    if (++updates_ % 32 == 0) {
      solve();
      for (int i = 0; i < kTaps; ++i) {
        right_[i] /= 2;
        for (double& sum : matrix_[i]) sum /= 2;
      }
    }
  }

 private:
  void solve() {
    double a[kTaps][kTaps], b[kTaps];
    for (int i = 0; i < kTaps; ++i) {
      b[i] = right_[i];
      for (int j = 0; j < kTaps; ++j) a[i][j] = matrix_[i][j] + (i == j ? 100 : 0);
    }
    for (int i = 0; i < kTaps; ++i) {
      for (int j = 0; j < kTaps; ++j) {
        if (j == i) continue;
        const double factor = a[j][i] / a[i][i];
        for (int k = i; k < kTaps; ++k) a[j][k] -= factor * a[i][k];
        b[j] -= factor * b[i];
      }
    }
    for (int i = 0; i < kTaps; ++i) coefficients_[i] = b[i] / a[i][i];
  }

  double matrix_[kTaps][kTaps] = {}, right_[kTaps] = {}, coefficients_[kTaps] = {};
  int updates_ = 0;
};

TEST(RowPredictor, PredictsAsLeastSquaresDo) {
  std::mt19937_64 random(26);
  const auto uniform = [&](int bound) { return static_cast<int>(random() % (2 * bound + 1)) - bound; };
  RowPredictor predictor(127);
  ReferencePredictor reference;
  int slope[kTaps] = {60, -30, 20, 0, 10, 0, 0, 5};  // in hundredths
  double worst = 0;
  for (int i = 0; i < 5000; ++i) {
    if (i % 1000 == 0) std::swap(slope[i / 1000], slope[i / 1000 + 1]);
    RowPredictor::Taps taps;
    const int common = uniform(40);
    int value = uniform(5);
    for (int k = 0; k < kTaps; ++k) {
      taps[k] = common + uniform(60);
      value += slope[k] * taps[k] / 100;
    }
    value = std::clamp(value, -127, 127);
    worst = std::max(worst,
                     std::abs(static_cast<double>(predictor.predict(taps)) / 256 - reference.predict(taps)));
    predictor.update(taps, value);
    reference.update(taps, value);
  }
  EXPECT_LT(worst, 2);
}

TEST(RowPredictor, SurvivesWhatCannotBeSolved) {
  std::mt19937_64 random(27);
  for (const std::int32_t magnitude : {1, 127, 1000, (1 << 22) - 1}) {
    RowPredictor predictor(magnitude);
    for (int i = 0; i < 20'000; ++i) {
      RowPredictor::Taps taps;
      const std::int32_t same = random() % 2 == 0 ? magnitude : -magnitude;
      for (std::int32_t& tap : taps) tap = random() % 7 == 0 ? 0 : same;  // nearly the same eight times
      const std::int64_t mean = predictor.predict(taps);
      ASSERT_LT(std::abs(mean), std::int64_t{1} << 50);
      predictor.update(taps, random() % 2 == 0 ? magnitude : -magnitude);
    }
  }
}

}  // namespace
}  // namespace tabiya::codec
