#include "booksearch/learn/shrinking.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "core/eval/compact_network.h"
#include "core/random.h"
#include "tests/core/eval/random_network.h"

namespace tabiya::booksearch {
namespace shrinking_test {

constexpr std::uint32_t kFeatures = 400, kNeverSeen = 350;

// Positions of some features, the first more often than the others; those from kNeverSeen on never come up.
std::vector<SeenPosition> sample(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  std::vector<SeenPosition> positions(count);
  for (SeenPosition& position : positions)
    for (FeatureList* seen : {&position.mover, &position.other}) {
      std::set<std::uint32_t> features;
      while (features.size() < 8) features.insert(random.below(1 + random.below(kNeverSeen)));
      for (const std::uint32_t feature : features) seen->push_back(static_cast<Feature>(feature));
    }
  return positions;
}

std::size_t size_of(const NetworkWeights& weights) {
  return encode_compact_network({"", "", weights}).size();
}

class Shrinking : public ::testing::Test {
 protected:
  const NetworkWeights network_ = test::lively_network({kFeatures, 64}, 7);
  const std::vector<SeenPosition> positions_ = sample(1, 2'000), others_ = sample(2, 2'000);
};

TEST_F(Shrinking, CostsLessAccuracyTheMoreBytesThereAre) {
  double last = 1e9;
  const std::size_t whole = size_of(network_);
  for (const double share : {0.5, 0.65, 0.8}) {
    const auto most = static_cast<std::size_t>(share * static_cast<double>(whole));
    const auto fits = [&](const NetworkWeights& weights) { return size_of(weights) <= most; };
    const auto shrunk = shrink_network(network_, positions_, fits);
    ASSERT_TRUE(shrunk.ok()) << shrunk.error().message;
    EXPECT_LE(size_of(*shrunk), most);
    EXPECT_GT(size_of(*shrunk), most * 9 / 10);
    EXPECT_TRUE(check_ranges(*shrunk).ok());
    EXPECT_EQ(*shrink_network(network_, positions_, fits), *shrunk) << "another one each time";
    const double error = shrinking_error(network_, *shrunk, others_)->root_mean_square;
    EXPECT_LT(error, last);
    last = error;
  }
}

// The same bytes, with one step for all rows, change what positions are worth by more.
TEST_F(Shrinking, BeatsTheSameStepForAllRows) {
  NetworkWeights even = network_;
  for (std::int16_t& weight : even.transformer)
    weight = static_cast<std::int16_t>(8 * std::lround(weight / 8.0));
  const std::size_t most = size_of(even);
  const auto by_use = shrink_network(network_, positions_,
                                     [&](const NetworkWeights& weights) { return size_of(weights) <= most; });
  ASSERT_TRUE(by_use.ok());
  EXPECT_LT(shrinking_error(network_, *by_use, others_)->root_mean_square,
            0.8 * shrinking_error(network_, even, others_)->root_mean_square);
}

TEST_F(Shrinking, LeavesOutWhatNoPositionNeeds) {
  const NetworkWeights rounded = *round_rows(network_, positions_, 10);
  std::size_t zeros = 0;
  for (std::size_t i = kNeverSeen * 64; i < rounded.transformer.size(); ++i)
    zeros += rounded.transformer[i] == 0;
  EXPECT_EQ(zeros, (kFeatures - kNeverSeen) * 64u);
  const ShrinkingError error = *shrinking_error(network_, rounded, others_);
  EXPECT_GT(error.correlation, 0.9);
  EXPECT_LT(std::abs(error.mean), error.root_mean_square / 4)
      << "the bias takes over what is lost on average";
}

TEST_F(Shrinking, KnowsTheStepsOfItsRows) {
  const NetworkWeights rounded = *round_rows(network_, positions_, 10);
  const std::vector<std::int32_t> steps = steps_of_rows(rounded);
  NetworkWeights again = network_;
  round_to_steps(again, steps);
  EXPECT_EQ(again.transformer, rounded.transformer);
}

TEST_F(Shrinking, RefusesWhatCannotBe) {
  const auto never = shrink_network(network_, positions_, [](const NetworkWeights&) { return false; });
  EXPECT_EQ(never.error().code, ErrorCode::kTooLarge);
  const NetworkWeights smaller = test::lively_network({10, 64}, 7);
  EXPECT_EQ(round_rows(smaller, positions_, 4).error().code, ErrorCode::kInvalid);
  EXPECT_EQ(shrinking_error(smaller, smaller, positions_).error().code, ErrorCode::kInvalid);
}

}  // namespace shrinking_test
}  // namespace tabiya::booksearch
