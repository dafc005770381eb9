#include "tools/training/embedding_sums.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.h"

namespace tabiya::tools {
namespace {

using zero_point_one::Feature;

std::vector<float> random_numbers(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(random.below(2001)) / 1000 - 1;
  return numbers;
}

std::vector<Feature> random_features(std::size_t lists, std::uint64_t seed) {
  Random random(seed);
  std::vector<Feature> features(lists * kMaxActiveFeatures);
  for (Feature& feature : features) feature = static_cast<Feature>(random.below(zero_point_one::kFeatures));
  return features;
}

class EmbeddingSums : public ::testing::TestWithParam<std::size_t> {};

TEST_P(EmbeddingSums, AreThoseOfTheRows) {
  const std::size_t width = GetParam(), lists = 20;
  const auto table = random_numbers(kTableRows * width, 1);
  const auto features = random_features(lists, 2);
  std::vector<float> sums(lists * width);
  sum_rows(table.data(), width, features, sums.data());
  for (std::size_t list = 0; list < lists; ++list) {
    for (std::size_t i = 0; i < width; ++i) {
      float sum = table[(kTableRows - 1) * width + i];
      for (std::size_t k = 0; k < kMaxActiveFeatures; ++k)
        sum += table[features[list * kMaxActiveFeatures + k] * width + i];
      ASSERT_EQ(sums[list * width + i], sum);
    }
  }
}

TEST_P(EmbeddingSums, HandGradientsToTheirRows) {
  const std::size_t width = GetParam(), lists = 20;
  const auto gradients = random_numbers(lists * width, 3);
  const auto features = random_features(lists, 4);
  std::vector<float> expected(kTableRows * width), found(kTableRows * width);
  for (std::size_t list = 0; list < lists; ++list) {
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t k = 0; k < kMaxActiveFeatures; ++k)
        expected[features[list * kMaxActiveFeatures + k] * width + i] += gradients[list * width + i];
      expected[(kTableRows - 1) * width + i] += gradients[list * width + i];
    }
  }
  for (std::size_t begin = 0; begin < width; begin += kColumnBlock)
    add_row_gradients(gradients.data(), width, begin, begin + kColumnBlock, features, found.data());
  EXPECT_EQ(found, expected);
}

INSTANTIATE_TEST_SUITE_P(OfAllWidths, EmbeddingSums, ::testing::Values(32, 64, 128, 256, 512));

}  // namespace
}  // namespace tabiya::tools
