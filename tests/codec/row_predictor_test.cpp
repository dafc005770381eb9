#include "codec/row_predictor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace tabiya::codec::row_predictor_test {

constexpr int kTaps = RowPredictor::kTaps;
constexpr std::size_t kBlock = RowPredictor::kBlock;

// A block of values, and those above it.
struct Block {
  std::array<std::array<std::int32_t, kBlock>, kTaps> above;
  std::array<std::int32_t, kBlock> values;
  std::size_t size = kBlock;

  RowPredictor::Taps taps() const {
    RowPredictor::Taps taps;
    for (int i = 0; i < kTaps; ++i) taps[i] = above[i].data();
    return taps;
  }
  std::span<const std::int32_t> known() const { return std::span(values).first(size); }
};

// The same value by value, by Gaussian elimination in floating point.
class ReferencePredictor {
 public:
  double predict(const Block& block, std::size_t n) const {
    double sum = 0;
    for (int i = 0; i < kTaps; ++i) sum += coefficients_[i] * block.above[i][n];
    return sum;
  }
  void update(const Block& block) {
    for (std::size_t n = 0; n < block.size; ++n) {
      for (int i = 0; i < kTaps; ++i) {
        right_[i] += block.above[i][n] * block.values[n];
        for (int j = 0; j < kTaps; ++j) matrix_[i][j] += block.above[i][n] * block.above[j][n];
      }
    }
    updates_ += block.size;
    if (updates_ >= 32) {
      updates_ = 0;
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
  std::size_t updates_ = 0;
};

TEST(RowPredictor, PredictsAsLeastSquaresDo) {
  std::mt19937_64 random(26);
  const auto uniform = [&](int bound) { return static_cast<int>(random() % (2 * bound + 1)) - bound; };
  RowPredictor predictor(127);
  ReferencePredictor reference;
  int slope[kTaps] = {60, -30, 20, 5};  // in hundredths
  double worst = 0;
  for (int round = 0; round < 200; ++round) {
    if (round % 70 == 69) std::swap(slope[round / 70], slope[round / 70 + 1]);
    Block block;
    block.size = round % 3 == 0 ? 1 + random() % kBlock : kBlock;
    for (std::size_t n = 0; n < block.size; ++n) {
      const int common = uniform(40);
      int value = uniform(5);
      for (int k = 0; k < kTaps; ++k) {
        block.above[k][n] = common + uniform(60);
        value += slope[k] * block.above[k][n] / 100;
      }
      block.values[n] = std::clamp(value, -127, 127);
      worst = std::max(worst, std::abs(static_cast<double>(predictor.predict(block.taps(), n)) / 256 -
                                       reference.predict(block, n)));
    }
    predictor.update(block.taps(), block.known());
    reference.update(block);
  }
  EXPECT_LT(worst, 2);
}

TEST(RowPredictor, SurvivesWhatCannotBeSolved) {
  std::mt19937_64 random(27);
  for (const std::int32_t magnitude : {1, 127, 1000, (1 << 22) - 1}) {
    RowPredictor predictor(magnitude);
    for (int round = 0; round < 700; ++round) {
      Block block;
      for (std::size_t n = 0; n < kBlock; ++n) {
        const std::int32_t same = random() % 2 == 0 ? magnitude : -magnitude;
        for (auto& row : block.above) row[n] = random() % 7 == 0 ? 0 : same;  // nearly the same four times
        block.values[n] = random() % 2 == 0 ? magnitude : -magnitude;
        ASSERT_LT(std::abs(predictor.predict(block.taps(), n)), std::int64_t{1} << 50);
      }
      predictor.update(block.taps(), block.known());
    }
  }
}

}  // namespace tabiya::codec::row_predictor_test
