#include "core/games/zero_point_one/wazirdrop_network.h"

#include <gtest/gtest.h>

#include "codec/base128.h"
#include "codec/varint.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/checkout.h"

namespace tabiya::zero_point_one::wazirdrop_network_test {

constexpr std::uint32_t kFeatures = 40;

TEST(WazirdropNetwork, ComesBackAsItWas) {
  for (std::uint32_t width : kNetworkWidths) {
    const NetworkWeights weights = test::random_network({kFeatures, width}, width);
    const Result<NetworkWeights> imported =
        import_wazirdrop_network(export_wazirdrop_network(weights), kFeatures);
    ASSERT_TRUE(imported) << imported.error().message;
    EXPECT_EQ(*imported, weights);
  }
}

TEST(WazirdropNetwork, RefusesAnotherNumberOfNumbers) {
  const NetworkWeights weights = test::random_network({kFeatures, 32}, 9);
  const Result<NetworkWeights> imported =
      import_wazirdrop_network(export_wazirdrop_network(weights), kFeatures + 1);
  ASSERT_FALSE(imported);
  EXPECT_EQ(imported.error().code, ErrorCode::kUnsupported);
  EXPECT_FALSE(import_wazirdrop_network(codec::encode_base128(codec::Bits{}), kFeatures));
  EXPECT_FALSE(import_wazirdrop_network("", kFeatures));
}

TEST(WazirdropNetwork, RefusesWhatIsLongerThanAnyNetworkBeforeItIsDecoded) {
  const Result<NetworkWeights> imported = import_wazirdrop_network(std::string(1'000'000, ' '), kFeatures);
  ASSERT_FALSE(imported);
  EXPECT_EQ(imported.error().message, "the text is longer than that of any network of 40 features");
}

TEST(WazirdropNetwork, SaysWhereANumberIsOutOfRange) {
  const NetworkWeights weights = test::random_network({kFeatures, 32}, 9);
  codec::BitWriter writer;
  std::size_t index = 0, bad_bit = 0;
  visit_arrays(weights, [&](auto numbers, int, const char*) {
    for (auto number : numbers) {
      if (index == 1234) bad_bit = writer.size();
      codec::put_varint(writer, index++ == 1234 ? 1024 : number);
    }
  });
  const Result<NetworkWeights> imported =
      import_wazirdrop_network(codec::encode_base128(writer.take()), kFeatures);
  ASSERT_FALSE(imported);
  EXPECT_EQ(imported.error().offset, bad_bit / 7);
  EXPECT_EQ(imported.error().message, "feature transformer weight 1024 is outside -1023...1023");
}

TEST(WazirdropNetwork, RefusesEveryTruncation) {
  const std::string text = export_wazirdrop_network(test::random_network({1, 32}, 9));
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(import_wazirdrop_network(text.substr(0, size), 1)) << size;
  }
}

TEST(WazirdropNetwork, ExportsThePublishedBytes) {
  const auto text = test::shared_file("data/wazirdrop/nnue_weights.base128");
  if (!text) GTEST_SKIP() << "needs ../shared/data/wazirdrop/nnue_weights.base128";
  ASSERT_EQ(text->size(), 854'188u);
  const Result<NetworkWeights> weights = import_wazirdrop_network(*text, 6360);
  ASSERT_TRUE(weights) << weights.error().message;
  EXPECT_EQ(weights->shape, (NetworkShape{6360, 128}));
  EXPECT_TRUE(export_wazirdrop_network(*weights) == *text);
}

}  // namespace tabiya::zero_point_one::wazirdrop_network_test
