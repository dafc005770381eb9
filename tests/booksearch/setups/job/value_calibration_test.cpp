#include "booksearch/setups/job/value_calibration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/random.h"

namespace tabiya::booksearch {
namespace value_calibration_test {

constexpr double kPrior = 1.1;  // the variance of deepest looks that is assumed without any

double normal(Random& random) {  // the sum of twelve uniform numbers, nearly
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.next() >> 11) * 0x1p-53;
  return sum;
}

// How far looks are from values at a depth: a line, and noise; logit.
struct Truth {
  int depth = 0;
  double shift = 0, slope = 0, noise = 0;

  double at(double value) const { return shift + slope * value; }
};

std::vector<ValueLook> looks_of(const Truth& truth, int count, Random& random) {
  std::vector<ValueLook> looks;
  for (int i = 0; i < count; ++i) {
    const double value = -0.4 + 0.2 * normal(random);
    const double found = value + truth.at(value) + truth.noise * normal(random);
    looks.push_back({truth.depth, static_cast<Score>(1e4 * value), static_cast<Score>(1e4 * found)});
  }
  return looks;
}

// Adds what the deepest looks find beyond the others.
std::vector<ValueLook> with_deepest(std::vector<ValueLook> looks, const Truth& further, Random& random) {
  for (ValueLook& look : looks) {
    const double beyond = further.at(look.value / 1e4) + further.noise * normal(random);
    look.deepest = look.found + static_cast<Score>(1e4 * beyond);
  }
  return looks;
}

TEST(ValueCalibration, LeavesValuesAloneWithoutLooks) {
  const ValueCalibration none;
  for (const Score value : {-9'000, 0, 4'000, win_in(7), loss_in(8)})
    EXPECT_EQ(none.calibrated(6, value), value);
  EXPECT_GT(*none.error(6, 0), 1'000u);
  EXPECT_LT(*none.error(6, 0), 2'500u);
  EXPECT_GT(*none.error(6, 9'000), *none.error(6, 0));
  EXPECT_EQ(*none.error(6, 9'000), *none.error(6, -9'000));
}

TEST(ValueCalibration, FindsTheLineAndTheNoiseOfEachDepth) {
  Random random(1);
  const Truth truths[] = {{9, -0.1, 0.3, 0.2}, {11, -0.05, 0.1, 0.1}, {13, 0.02, 0, 0.15}};
  std::vector<ValueLook> looks;
  for (const Truth& truth : truths) {
    const auto own = looks_of(truth, 4'000, random);
    looks.insert(looks.end(), own.begin(), own.end());
  }
  const ValueCalibration calibration(looks);
  for (const Truth& truth : truths) {
    for (const double value : {-0.7, -0.4, -0.1}) {
      const auto score = static_cast<Score>(1e4 * value);
      EXPECT_NEAR(calibration.calibrated(truth.depth, score) / 1e4, value + truth.at(value), 0.02);
      EXPECT_NEAR(*calibration.error(truth.depth, score) / 1e4, truth.noise * std::sqrt(kPrior), 0.025);
    }
  }
}

TEST(ValueCalibration, IsRightOnAverageForEntriesThatItHasNotSeen) {
  Random random(2);
  const Truth truth{13, -0.1, 0.4, 0.16};
  double off = 0, inside = 0;
  constexpr int kRuns = 40, kEntries = 400;
  for (int run = 0; run < kRuns; ++run) {
    const ValueCalibration calibration(looks_of(truth, 160, random));
    for (const ValueLook& each : looks_of(truth, kEntries, random)) {
      const double error = calibration.calibrated(13, each.value) - each.found;
      off += error / (kRuns * kEntries);
      const double stated = *calibration.error(13, each.value) / std::sqrt(kPrior);
      inside += std::abs(error) <= 1.96 * stated ? 1.0 / (kRuns * kEntries) : 0;
    }
  }
  EXPECT_NEAR(off / 1e4, 0, 0.005);
  EXPECT_NEAR(inside, 0.95, 0.015);
}

TEST(ValueCalibration, ExpectsAndStatesWhatDeepestLooksFind) {
  Random random(6);
  const Truth truth{13, -0.1, 0.4, 0.1}, further{13, 0.15, 0.3, 0.12};
  const ValueCalibration calibration(with_deepest(looks_of(truth, 500, random), further, random));
  for (const double value : {-0.7, -0.4, -0.1}) {
    const auto score = static_cast<Score>(1e4 * value);
    EXPECT_NEAR(calibration.calibrated(13, score) / 1e4, value + truth.at(value) + further.at(value), 0.03);
    EXPECT_NEAR(*calibration.error(13, score) / 1e4, std::hypot(truth.noise, further.noise), 0.02);
  }
}

// A few entries have a second look, and all of these happen to be found 0.1 logit better than expected: that is noise.
TEST(ValueCalibration, TellsFurtherDifferencesFromTheNoiseOfTheirEntries) {
  std::vector<ValueLook> looks;
  for (int i = 0; i < 400; ++i) looks.push_back({13, -4'000, i % 2 == 0 ? -3'000 : -5'000});
  for (int i = 0; i < 40; i += 2) looks[static_cast<std::size_t>(i)].deepest = -3'100;
  EXPECT_NEAR(ValueCalibration(looks).calibrated(13, -4'000), -4'100, 25);
}

TEST(ValueCalibration, TrustsFewLooksLittle) {
  const std::vector<ValueLook> one{{7, 0, 9'000}};
  EXPECT_LT(ValueCalibration(one).calibrated(7, 0), 7'000);
  EXPECT_GT(ValueCalibration(one).calibrated(7, 0), 0);
  EXPECT_LT(ValueCalibration(one).calibrated(9, 0), ValueCalibration(one).calibrated(7, 0));
  const std::vector<ValueLook> two{{7, 0, 0, 5'000}, {7, 0, 0}};
  EXPECT_LT(ValueCalibration(two).calibrated(7, 0), 2'000);
  EXPECT_GT(ValueCalibration(two).calibrated(7, 0), 0);
}

TEST(ValueCalibration, KeepsTheOrderOfADepth) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const auto any_score = [&] { return static_cast<Score>(random.below(200'001)) - 100'000; };
    std::vector<ValueLook> looks;
    for (std::uint32_t k = 1 + random.below(60); k > 0; --k) {
      looks.push_back({static_cast<int>(random.below(3)), any_score(), any_score()});
      if (random.below(3) == 0) looks.back().deepest = any_score();
    }
    const ValueCalibration calibration(looks);
    for (int depth = 0; depth < 4; ++depth)
      for (Score value = -90'000; value < 90'000; value += 10'000)
        EXPECT_LT(calibration.calibrated(depth, value), calibration.calibrated(depth, value + 10'000));
  }
}

TEST(ValueCalibration, DoesNotDependOnTheOrderOfLooksNorOnProofs) {
  Random random(4);
  std::vector<ValueLook> looks =
      with_deepest(looks_of({5, -0.1, 0.2, 0.1}, 50, random), {5, 0.05, 0, 0.1}, random);
  looks[7].deepest = std::nullopt;
  const ValueCalibration calibration(looks);
  std::ranges::reverse(looks);
  std::ranges::find_if(looks, [](const ValueLook& each) { return !each.deepest; })->deepest = win_in(20);
  looks.push_back({5, 100, win_in(12)});
  looks.push_back({5, loss_in(3), -100});
  const ValueCalibration again(looks);
  for (const Score value : {-7'000, -100, 3'000}) {
    EXPECT_EQ(calibration.calibrated(5, value), again.calibrated(5, value));
    EXPECT_EQ(calibration.error(5, value), again.error(5, value));
  }
  EXPECT_EQ(calibration.calibrated(5, win_in(3)), win_in(3));
  EXPECT_FALSE(calibration.error(5, win_in(3)));
  EXPECT_FALSE(calibration.error(5, loss_in(3)));
}

TEST(ValueCalibration, IsAppliedToBooks) {
  Random random(5);
  const ValueCalibration calibration(looks_of({5, -0.1, 0.2, 0.1}, 50, random));
  Book book;
  book.entries.resize(3);
  book.entries[0].red_value = -3'000;
  book.entries[1].red_value = win_in(5);
  for (BookEntry& entry : book.entries) entry.depth = 5;
  calibration.apply_to(book);
  EXPECT_EQ(book.entries[0].red_value, calibration.calibrated(5, -3'000));
  EXPECT_EQ(book.entries[0].standard_error, calibration.error(5, -3'000));
  EXPECT_EQ(book.entries[1].red_value, win_in(5));
  EXPECT_FALSE(book.entries[1].standard_error);
  EXPECT_FALSE(book.entries[2].red_value || book.entries[2].standard_error);
}

}  // namespace value_calibration_test
}  // namespace tabiya::booksearch
