#include "core/eval/network_file.h"

#include <gtest/gtest.h>

#include "codec/container.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"

namespace tabiya::network_file_test {

using test::Bytes;

NamedNetwork sample_network() { return {"sample", "random numbers", test::random_network({12, 32}, 5)}; }

// A well-formed container around other content.
Bytes with_section(std::string_view name, Bytes content) {
  codec::Container file = codec::decode_container(encode_network(sample_network())).value();
  for (codec::Section& section : file.sections) {
    if (section.name == name) section.bytes = content;
  }
  return codec::encode_container(file);
}

ErrorCode decode_error(const Bytes& file) {
  const Result<NamedNetwork> network = decode_network(file);
  EXPECT_FALSE(network.ok());
  return network.ok() ? ErrorCode::kInvalid : network.error().code;
}

TEST(NetworkFile, ComesBackAsItWas) {
  for (std::uint32_t width : kNetworkWidths) {
    const NamedNetwork network{"some name", "where it comes from", test::random_network({40, width}, width)};
    const Bytes file = encode_network(network);
    const Result<NamedNetwork> decoded = decode_network(file);
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(*decoded, network);
    EXPECT_EQ(encode_network(*decoded), file);
  }
}

TEST(NetworkFile, RefusesAnyDamage) {
  const Bytes file = encode_network(sample_network());
  const auto refused = [](const Bytes& bytes) { ASSERT_FALSE(decode_network(bytes)); };
  test::for_each_truncation(file, refused);
  Bytes longer = file;
  longer.push_back(std::byte{0});
  refused(longer);
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    Bytes flipped = file;
    const std::uint32_t bit = random.below(static_cast<std::uint32_t>(8 * file.size()));
    flipped[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
    refused(flipped);
  }
}

TEST(NetworkFile, RefusesOtherShapesThanItsNumbers) {
  const auto shape = [](std::uint32_t features, std::uint32_t width) {
    Bytes bytes(8);
    for (int i = 0; i < 4; ++i) {
      bytes[i] = static_cast<std::byte>(features >> (8 * i));
      bytes[4 + i] = static_cast<std::byte>(width >> (8 * i));
    }
    return with_section("SHAP", bytes);
  };
  EXPECT_TRUE(decode_network(shape(12, 32)));
  EXPECT_EQ(decode_error(shape(13, 32)), ErrorCode::kCorrupt);
  EXPECT_EQ(decode_error(shape(65'536, 512)), ErrorCode::kCorrupt);
  EXPECT_EQ(decode_error(shape(1, 32)), ErrorCode::kCorrupt);
  EXPECT_EQ(decode_error(shape(12, 33)), ErrorCode::kUnsupported);
  EXPECT_EQ(decode_error(shape(0xFFFFFFFF, 0xFFFFFFFF)), ErrorCode::kUnsupported);
  EXPECT_EQ(decode_error(with_section("SHAP", Bytes(7))), ErrorCode::kCorrupt);
}

TEST(NetworkFile, RefusesNumbersOutOfRange) {
  codec::Container file = codec::decode_container(encode_network(sample_network())).value();
  Bytes& numbers = file.sections.back().bytes;
  numbers[1] = std::byte{0x7F};  // the high byte of the first number
  const Result<NamedNetwork> network = decode_network(codec::encode_container(file));
  ASSERT_FALSE(network);
  EXPECT_EQ(network.error().code, ErrorCode::kCorrupt);
  EXPECT_TRUE(network.error().message.starts_with("number 0: feature transformer weight 3"));
}

TEST(NetworkFile, RefusesOtherFiles) {
  codec::Container file = codec::decode_container(encode_network(sample_network())).value();
  file.version = 2;
  EXPECT_EQ(decode_error(codec::encode_container(file)), ErrorCode::kUnsupported);
  file.version = 1;
  file.kind = "BOOK";
  EXPECT_EQ(decode_error(codec::encode_container(file)), ErrorCode::kUnsupported);
  file.kind = "NNUE";
  file.sections.pop_back();
  EXPECT_EQ(decode_error(codec::encode_container(file)), ErrorCode::kCorrupt);
  EXPECT_EQ(decode_error(with_section("NAME", test::bytes_of("two\nlines"))), ErrorCode::kCorrupt);
}

}  // namespace tabiya::network_file_test
