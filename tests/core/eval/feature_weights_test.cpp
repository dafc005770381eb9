#include "core/eval/feature_weights.h"

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "core/eval/features.h"

namespace tabiya::feature_weights_test {

NamedWeights some_weights() { return {"a_game", "a name", "from nowhere", {{5, -7, 32'767, -32'767}, 12}}; }

TEST(FeatureWeights, AreAddedAndTakenAway) {
  const FeatureWeights weights{{100, 20, 3}, 5'000};
  const std::vector<std::uint16_t> mover{0, 2, 2}, other{1};
  EXPECT_EQ(reference_evaluation(weights, mover, other), 5'000 + 100 + 3 + 3 - 20);
}

TEST(FeatureWeights, OfTwoKindsAreMixedByThePhase) {
  const FeatureWeights weights{{100, 20, 3, -7}, 5'000};
  const std::vector<std::uint16_t> mover{0, 1, 1}, other{1};
  EXPECT_EQ(reference_evaluation(weights, mover, other, kMiddlegame), 5'000 + 100 + 3);
  EXPECT_EQ(reference_evaluation(weights, mover, other, 0), 5'000 + 20 - 7);
  EXPECT_EQ(reference_evaluation(weights, mover, other, 64), 5'000 + (103 * 64 + 13 * 192) / 256);
  EXPECT_EQ(reference_evaluation(weights, other, mover, 64), 5'000 - (103 * 64 + 13 * 192) / 256);
}

TEST(FeatureWeights, ComeBackFromTheirFile) {
  const auto file = encode_weights(some_weights());
  EXPECT_TRUE(looks_like_weights(file));
  const auto back = decode_weights(file);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, some_weights());
}

TEST(FeatureWeights, OfDamagedFilesAreRefused) {
  const auto good = encode_weights(some_weights());
  for (std::size_t i = 0; i < good.size(); ++i) {
    auto bad = good;
    bad[i] ^= std::byte{8};
    EXPECT_FALSE(decode_weights(bad)) << i;
    EXPECT_FALSE(decode_weights(std::span(good).first(i))) << i;
  }
}

TEST(FeatureWeights, BeyondTheirRangeAreRefused) {
  NamedWeights weights = some_weights();
  weights.weights.weights[1] = -32'768;
  EXPECT_FALSE(decode_weights(encode_weights(weights)));
  weights = some_weights();
  weights.weights.bias = -32'768;
  EXPECT_FALSE(decode_weights(encode_weights(weights)));
  weights = some_weights();
  weights.weights.weights.clear();
  EXPECT_FALSE(decode_weights(encode_weights(weights)));
  weights = some_weights();
  weights.name = "two\nlines";
  EXPECT_FALSE(decode_weights(encode_weights(weights)));
}

TEST(FeatureWeights, HaveFingerprintsOfTheirNumbersAlone) {
  NamedWeights other = some_weights();
  other.name = "another name";
  EXPECT_EQ(fingerprint(other.weights), fingerprint(some_weights().weights));
  ++other.weights.bias;
  EXPECT_NE(fingerprint(other.weights), fingerprint(some_weights().weights));
}

}  // namespace tabiya::feature_weights_test
