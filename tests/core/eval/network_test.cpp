#include "core/eval/network.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/eval/packed_network.h"
#include "tests/core/eval/random_network.h"

namespace tabiya::network_test {

TEST(Network, CountsTheNumbersOfThePublishedShape) { EXPECT_EQ(number_count({6360, 128}), 818'897u); }

TEST(Network, CountsWhatItVisits) {
  for (std::uint32_t width : kNetworkWidths) {
    const NetworkWeights weights({77, width});
    std::size_t count = 0;
    visit_arrays(weights, [&](auto numbers, int, const char*) { count += numbers.size(); });
    EXPECT_EQ(number_count(weights.shape), count);
  }
}

TEST(Network, RefusesShapesItCannotRun) {
  EXPECT_TRUE(check_shape({1, 32}));
  EXPECT_TRUE(check_shape({65'536, 512}));
  for (const NetworkShape shape :
       {NetworkShape{100, 0}, {100, 31}, {100, 96}, {100, 1024}, {0, 128}, {65'537, 128}}) {
    const Status status = check_shape(shape);
    ASSERT_FALSE(status) << shape.features << " x " << shape.width;
    EXPECT_EQ(status.error().code, ErrorCode::kUnsupported);
  }
}

TEST(Network, FindsTheFirstNumberOutOfRange) {
  NetworkWeights weights({10, 32});
  EXPECT_TRUE(check_ranges(weights));
  weights.b2 = kMaxLayerBias;
  weights.transformer[5] = kMaxTransformerWeight;
  EXPECT_TRUE(check_ranges(weights));
  weights.b2 = kMaxLayerBias + 1;
  EXPECT_EQ(check_ranges(weights).error().offset, number_count(weights.shape) - 1);
  weights.w0[3] = -128;
  EXPECT_EQ(check_ranges(weights).error().offset, 11u * 32 + 3);
  EXPECT_EQ(check_ranges(weights).error().message, "w0 weight -128 is outside -127...127");
  weights.transformer[5] = kMaxTransformerWeight + 1;
  EXPECT_EQ(check_ranges(weights).error().offset, 5u);
  EXPECT_FALSE(PackedNetwork::make(weights));
}

// A network small enough to be worked out by hand.
TEST(Network, ReferenceFollowsTheFormulas) {
  NetworkWeights weights({3, 32});
  weights.transformer_bias[0] = 10;
  weights.transformer[0 * 32 + 0] = 50;    // feature 0 adds 50 to input 0
  weights.transformer[1 * 32 + 0] = 200;   // feature 1: beyond the upper bound
  weights.transformer[2 * 32 + 0] = -100;  // feature 2: below the lower
  weights.w0[0 * 64 + 0] = 100;            // the mover's input 0
  weights.w0[1 * 64 + 32] = 127;           // the other side's
  weights.b0[1] = -1;
  weights.w1[0 * 16 + 0] = 127;
  weights.w1[1 * 16 + 1] = -127;
  weights.b1[1] = 127 * 64;
  weights.w2[0] = 3;
  weights.w2[1] = -5;
  weights.b2 = 7;
  const std::vector<std::uint16_t> zero{0}, one{1}, two{2}, none;
  // x = 60 and 10: h0 = 6000 >> 8 = 23 and 1269 >> 8 = 4; h1 = 2921 >> 6 = 45 and 7620 >> 6 = 119.
  EXPECT_EQ(reference_evaluation(weights, zero, none), 7 + 3 * 45 - 5 * 119);
  // x = 127 and 0: h0 = 12700 >> 8 = 49 and -1 >> 8 = -1, so 0; h1 = 6223 >> 6 = 97 and 127.
  EXPECT_EQ(reference_evaluation(weights, one, two), 7 + 3 * 97 - 5 * 127);
}

TEST(Network, FingerprintDependsOnEveryNumber) {
  NetworkWeights weights = test::random_network({20, 32}, 1);
  const std::uint64_t before = fingerprint(weights);
  EXPECT_EQ(before, fingerprint(NetworkWeights(weights)));
  visit_arrays(weights, [&](auto numbers, int, const char* name) {
    for (auto* number : {&numbers.front(), &numbers.back()}) {
      ++*number;
      EXPECT_NE(before, fingerprint(weights)) << name;
      --*number;
    }
  });
}

}  // namespace tabiya::network_test
