#include "tools/learn/feature_transformer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/random.h"

namespace tabiya::tools::feature_transformer_test {

constexpr std::size_t kFeatures = 500, kTableRows = table_rows(kFeatures), kBias = kFeatures;

std::vector<float> random_numbers(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(random.below(2001)) / 1000 - 1;
  return numbers;
}

std::vector<Feature> random_features(std::size_t lists, std::uint64_t seed) {
  Random random(seed);
  std::vector<Feature> features(lists * kMaxActiveFeatures);
  for (Feature& feature : features) feature = static_cast<Feature>(random.below(kTableRows));
  return features;
}

class FeatureTransformer : public ::testing::TestWithParam<std::size_t> {};

TEST_P(FeatureTransformer, AreThoseOfTheRowsBetweenTheirBounds) {
  const std::size_t width = GetParam(), lists = 20;
  const auto table = random_numbers(kTableRows * width, 1);
  const auto features = random_features(lists, 2);
  std::vector<float> activations(lists * width);
  embed(table.data(), kFeatures, width, features, activations.data());
  for (std::size_t list = 0; list < lists; ++list) {
    for (std::size_t i = 0; i < width; ++i) {
      float sum = table[kBias * width + i];
      for (std::size_t k = 0; k < kMaxActiveFeatures; ++k)
        sum += table[features[list * kMaxActiveFeatures + k] * width + i];
      ASSERT_EQ(activations[list * width + i], std::clamp(sum, 0.f, 1.f));
    }
  }
}

TEST_P(FeatureTransformer, HandGradientsToTheirRows) {
  const std::size_t width = GetParam(), lists = 20;
  const auto gradients = random_numbers(lists * width, 3);
  auto activations = random_numbers(lists * width, 5);
  for (float& activation : activations) activation = std::clamp(2 * activation, 0.f, 1.f);
  const auto features = random_features(lists, 4);
  std::vector<float> expected(kTableRows * width), found(kTableRows * width);
  for (std::size_t list = 0; list < lists; ++list) {
    for (std::size_t i = list * width; i < (list + 1) * width; ++i) {
      if (activations[i] == 0 || activations[i] == 1) continue;
      for (std::size_t k = 0; k < kMaxActiveFeatures; ++k)
        expected[features[list * kMaxActiveFeatures + k] * width + i % width] += gradients[i];
      expected[kBias * width + i % width] += gradients[i];
    }
  }
  for (std::size_t column = 0; column < width; column += kColumnBlock)
    add_transformer_gradients(activations.data(), gradients.data(), kFeatures, width, column, features,
                              found.data());
  EXPECT_EQ(found, expected);
}

INSTANTIATE_TEST_SUITE_P(OfAllWidths, FeatureTransformer, ::testing::Values(32, 64, 128, 256, 512));

}  // namespace tabiya::tools::feature_transformer_test
