#include "core/eval/compact_network.h"

#include <gtest/gtest.h>

#include "core/games/zero_point_one/wazirdrop.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"
#include "tests/support/checkout.h"

namespace tabiya::compact_network_test {

TEST(CompactNetwork, ComesBackAsItWas) {
  for (std::uint32_t width : kNetworkWidths) {
    const NamedNetwork network{"a name", "somewhere", test::random_network({20, width}, width)};
    const auto decoded = decode_compact_network(encode_compact_network(network));
    ASSERT_TRUE(decoded.ok()) << decoded.error().message;
    EXPECT_EQ(*decoded, network);
  }
}

// Rounded weights take fewer bits, and a network without steps is what it was before steps were known: of format 3.
TEST(CompactNetwork, SeesTheStepsOfRoundedRows) {
  NamedNetwork network{"a name", "somewhere", test::random_network({200, 64}, 5)};
  const auto whole = encode_compact_network(network);
  EXPECT_EQ(whole[0], std::byte{3});
  for (std::size_t i = 0; i < network.weights.transformer.size(); ++i) {
    std::int16_t& weight = network.weights.transformer[i];
    weight = static_cast<std::int16_t>(weight / (i / 64 < 100 ? 8 : 4) * (i / 64 < 100 ? 8 : 4));
  }
  const auto rounded = encode_compact_network(network);
  EXPECT_EQ(rounded[0], std::byte{4});
  EXPECT_LT(static_cast<double>(rounded.size()), static_cast<double>(whole.size()) - 2.3 * 200 * 64 / 8);
  EXPECT_EQ(*decode_compact_network(rounded), network);
}

TEST(CompactNetwork, RefusesOtherVersionsAndNothing) {
  EXPECT_EQ(decode_compact_network(test::bytes_of("\x01")).error().code, ErrorCode::kUnsupported);
  EXPECT_FALSE(decode_compact_network({}).ok());
}

TEST(CompactNetwork, RefusesControlCharacters) {
  const NetworkWeights weights = test::random_network({1, 32}, 2);
  for (const NamedNetwork& network :
       {NamedNetwork{"a\nname", "somewhere", weights}, NamedNetwork{"a name", "some\x1Bwhere", weights}}) {
    const auto decoded = decode_compact_network(encode_compact_network(network));
    ASSERT_FALSE(decoded.ok());
    EXPECT_EQ(decoded.error().code, ErrorCode::kCorrupt);
  }
}

TEST(CompactNetwork, BeatsThePublishedCoding) {
  const auto text = test::shared_file("data/wazirdrop/nnue_weights.base128");
  if (!text) GTEST_SKIP() << "the published weights are not there";
  const auto weights = zero_point_one::import_wazirdrop_network(*text, 6360);
  ASSERT_TRUE(weights.ok());
  const auto bytes = encode_compact_network({"", "", *weights});
  EXPECT_LT(bytes.size(), 512'000u);  // 854,188 bytes of text
  EXPECT_EQ(decode_compact_network(bytes)->weights, *weights);
}

}  // namespace tabiya::compact_network_test
