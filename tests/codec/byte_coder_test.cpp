#include "codec/byte_coder.h"

#include <gtest/gtest.h>

#include "tests/support/bytes.h"

namespace tabiya::codec::byte_coder_test {

TEST(ByteCoder, GivesBackBytes) {
  std::mt19937_64 random(51);
  for (const std::size_t size : {0, 1, 2, 3, 100, 5000}) {
    const test::Bytes bytes = test::random_bytes(random, size);
    const test::Bytes coded = encode_bytes(bytes);
    EXPECT_LE(coded.size(), size + size / 40 + 8);
    const auto decoded = decode_bytes(coded, size);
    ASSERT_TRUE(decoded.ok());
    ASSERT_EQ(*decoded, bytes);
  }
}

TEST(ByteCoder, LearnsWhatRepeats) {
  test::Bytes bytes;
  for (int i = 0; i < 2000; ++i) {
    for (const int byte : {i & 255, i >> 8, 0, 0}) bytes.push_back(static_cast<std::byte>(byte));
  }
  EXPECT_LT(encode_bytes(bytes).size(), 1700u);  // 8,000 bytes
}

TEST(ByteCoder, RefusesMoreThanIsAllowed) {
  const test::Bytes coded = encode_bytes(test::Bytes(1000));
  EXPECT_TRUE(decode_bytes(coded, 1000).ok());
  EXPECT_EQ(decode_bytes(coded, 999).error().code, ErrorCode::kTooLarge);
}

TEST(ByteCoder, NoticesThatBytesAreMissing) {
  std::mt19937_64 random(52);
  test::Bytes coded = encode_bytes(test::random_bytes(random, 500));
  coded.resize(coded.size() - 20);
  EXPECT_EQ(decode_bytes(coded, 500).error().code, ErrorCode::kCorrupt);
}

TEST(ByteCoder, SurvivesGarbage) {
  std::mt19937_64 random(53);
  int read = 0;
  for (int round = 0; round < 50; ++round) {
    test::Bytes garbage = encode_bytes(test::random_bytes(random, 60));  // it declares its size first
    for (std::size_t i = random() % 8; i < garbage.size(); ++i) garbage[i] = static_cast<std::byte>(random());
    if (const auto decoded = decode_bytes(garbage, 10'000)) {
      ++read;
      ASSERT_LE(decoded->size(), 10'000u);
      ASSERT_EQ(decode_bytes(encode_bytes(*decoded), 10'000).value(), *decoded);
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_LT(read, 50);
}

}  // namespace tabiya::codec::byte_coder_test
