#include "booksearch/learn/float_network.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/games/zero_point_one/features.h"
#include "tests/core/eval/random_network.h"
#include "tests/core/games/zero_point_one/random_game.h"

namespace tabiya::booksearch {
namespace float_network_test {

using namespace zero_point_one;

constexpr std::size_t kSharedRows = kFeaturesPerWazirSquare;
constexpr ModelShape kShape{kFeatures, kSharedRows, 32};

// A network with own rows too.
FloatNetwork lively_float_network(std::uint64_t seed) {
  FloatNetwork network = random_float_network(kShape, seed);
  Random random(seed);
  for (float& number : network[kOwn]) number = static_cast<float>(random.below(1000)) * 1e-5f - 5e-3f;
  return network;
}

TEST(FloatNetwork, HasItsSizesAndLimits) {
  const NetworkShape shape{kFeatures, 64};
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < kFloatArrays; ++i)
    if (i != kShared) numbers += array_size(static_cast<FloatArray>(i), {kFeatures, kSharedRows, 64});
  EXPECT_EQ(numbers, number_count(shape));
  EXPECT_FLOAT_EQ(array_limit(kOwn), 1023.f / 127);
  EXPECT_FLOAT_EQ(array_limit(kW0), 127.f / 256);
  EXPECT_FLOAT_EQ(array_limit(kW1), 127.f / 64);
  EXPECT_FLOAT_EQ(array_limit(kW2), 127.f * 127 / 10'000);
}

TEST(FloatNetwork, KeepsTheNumbersOfAnIntegerNetwork) {
  const NetworkWeights weights = test::random_network({kFeatures, 32}, 5);
  EXPECT_EQ(to_integers(from_integers(weights, kSharedRows)), weights);
}

TEST(FloatNetwork, TakesTheMeanOfAllViewsForTheSharedRows) {
  const NetworkWeights weights = test::random_network({kFeatures, 32}, 5);
  const FloatNetwork network = from_integers(weights, kSharedRows);
  constexpr std::size_t kPlace = 7 * 32 + 5, kStep = kSharedRows * 32;
  float sum = 0;
  for (std::size_t king_bucket = 0; king_bucket < kFeatures / kSharedRows; ++king_bucket)
    sum += network[kOwn][king_bucket * kStep + kPlace];
  EXPECT_NEAR(sum, 0, 1e-4);
  EXPECT_NEAR(network[kShared][kPlace] + network[kOwn][kPlace],
              static_cast<float>(weights.transformer[kPlace]) / kActivationScale, 1e-4);
  EXPECT_NE(network[kShared][kPlace], 0);
}

TEST(FloatNetwork, FoldsSharedRowsIntoOwnOnes) {
  FloatNetwork network(kShape);
  const std::size_t feature = 3 * kSharedRows + 7;
  network[kShared][7 * 32 + 5] = 1.f;
  network[kOwn][feature * 32 + 5] = 0.5f;
  const NetworkWeights weights = to_integers(network);
  for (std::size_t square = 0; square < 10; ++square)
    EXPECT_EQ(weights.transformer[(square * kSharedRows + 7) * 32 + 5], square == 3 ? 191 : 127);
  EXPECT_EQ(weights.transformer[(3 * kSharedRows + 8) * 32 + 5], 0);
}

TEST(FloatNetwork, CutsToTheRangesAfterFolding) {
  FloatNetwork network(kShape);
  for (auto& array : network.arrays)
    for (float& number : array) number = 1e6f;
  network[kOwn][0] = array_limit(kOwn);
  network[kShared][0] = -1.f;
  const NetworkWeights weights = to_integers(network);
  EXPECT_TRUE(check_ranges(weights).ok());
  EXPECT_EQ(weights.transformer[0], kMaxTransformerWeight - 127);
  EXPECT_EQ(weights.transformer[1], kMaxTransformerWeight);
  EXPECT_EQ(weights.w2[0], kMaxLayerWeight);
}

TEST(FloatNetwork, OfWidthZeroIsLinear) {
  FloatNetwork model({kFeatures, kSharedRows, 0});
  EXPECT_TRUE(model[kW0].empty() && model[kB2].empty());
  model[kTransformerBias] = {0.03f};
  model[kShared][7] = 0.2f;
  model[kOwn][3 * kSharedRows + 7] = 0.5f;
  model[kOwn][8] = 100.f;
  const FeatureWeights weights = to_weights(model);
  EXPECT_EQ(weights.bias, 300);
  EXPECT_EQ(weights.weights[7], 2'000);
  EXPECT_EQ(weights.weights[3 * kSharedRows + 7], 7'000);
  EXPECT_EQ(weights.weights[8], kMaxFeatureWeight);
  EXPECT_EQ(to_weights(from_weights(weights, {kFeatures, kSharedRows})), weights);
  const std::vector<Feature> mover{7, 3 * kSharedRows + 7}, other{7};
  EXPECT_NEAR(reference_output(model, mover, other), 0.73, 1e-6);
  EXPECT_EQ(reference_evaluation(weights, mover, other), 7'300);
}

TEST(FloatNetwork, SaysWhatItsIntegersSay) {
  double error = 0, spread = 0;
  int positions = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const FloatNetwork network = lively_float_network(seed);
    const NetworkWeights weights = to_integers(network);
    Random random(seed);
    play_random_game(random, [&](const Position& position, Move) {
      if (!position.has_wazir(Side::kRed) || !position.has_wazir(Side::kBlue)) return;
      const Side mover = position.side_to_move();
      const FeatureList own = list_features<Features>(position, index(mover)),
                        foreign = list_features<Features>(position, index(other(mover)));
      const double output = reference_output(network, own, foreign);
      const double integers = reference_evaluation(weights, own, foreign) / double{kOutputScale};
      EXPECT_NEAR(integers, output, 0.08);
      error += integers - output;
      spread += std::abs(integers - output);
      ++positions;
    });
  }
  EXPECT_GT(positions, 1000);
  EXPECT_LT(spread / positions, 0.02);
  EXPECT_NEAR(error / positions, 0, 0.004);  // roundings do not lean to a side
}

}  // namespace float_network_test
}  // namespace tabiya::booksearch
