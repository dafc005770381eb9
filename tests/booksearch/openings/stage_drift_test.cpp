#include "booksearch/openings/stage_drift.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"

namespace tabiya::booksearch {
namespace stage_drift_test {

// Uniform in [-1, 1).
double noise(Random& random) { return static_cast<double>(random.next() >> 11) * 0x1p-52 - 1; }

TEST(StageDrift, WithoutDataLeavesValuesAsTheyAre) {
  const std::vector<std::vector<Change>> none(2);
  const StageDrift drift(none, 10);
  EXPECT_DOUBLE_EQ(drift.expectation(0, 50).mean, 50);
  EXPECT_NEAR(drift.expectation(0, 50).deviation, 14.14, 0.01);
  EXPECT_DOUBLE_EQ(drift.expectation(1, -3).mean, -3);
  EXPECT_DOUBLE_EQ(drift.expectation(1, -3).deviation, 10);
  EXPECT_DOUBLE_EQ(drift.expectation(2, -3).deviation, 0);
}

TEST(StageDrift, FindsTheLineOfEachStage) {
  Random random(1);
  std::vector<std::vector<Change>> changes(2);
  for (int i = 0; i < 5'000; ++i) {
    const double first = 100 * noise(random);
    const double second = 4 + 0.8 * first + 30 * noise(random);
    changes[0].push_back({first, second});
    changes[1].push_back({second, second + 6 * noise(random)});
  }
  const StageDrift drift(changes, 10);
  const Expectation last = drift.expectation(1, 50);
  EXPECT_NEAR(last.mean, 50, 0.5);
  EXPECT_NEAR(last.deviation, 6 / std::sqrt(3.0), 0.2);
  const Expectation both = drift.expectation(0, 50);
  EXPECT_NEAR(both.mean, 44, 1);
  EXPECT_NEAR(both.deviation, std::sqrt((900.0 + 36.0) / 3), 0.5);
}

TEST(StageDrift, IsNotMisledByTheChoiceOfWhatWasSearchedAgain) {
  Random random(2);
  std::vector<std::vector<Change>> changes(1);
  for (int i = 0; i < 20'000; ++i) {
    const double truth = 100 * noise(random), shallow = truth + 30 * noise(random);
    if (shallow > 60 && shallow < 70) changes[0].push_back({shallow, truth});
  }
  const Expectation middle = StageDrift(changes, 10).expectation(0, 65);
  EXPECT_NEAR(middle.mean, 65, 1.5);
  EXPECT_NEAR(middle.deviation, 30 / std::sqrt(3.0), 1.5);
}

}  // namespace stage_drift_test
}  // namespace tabiya::booksearch
