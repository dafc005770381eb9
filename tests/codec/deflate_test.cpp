#include "codec/deflate.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/bytes.h"

namespace tabiya::codec::deflate_test {

test::Bytes some_bytes(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  test::Bytes bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() % 7);
  return bytes;
}

TEST(Deflate, GivesBackWhatWasCompressed) {
  for (const std::size_t size : {0u, 1u, 1'000u, 300'000u}) {
    const test::Bytes bytes = some_bytes(size, size);
    const test::Bytes stream = compress_gzip(bytes);
    EXPECT_LT(stream.size(), size / 2 + 25);
    const auto content = decompress_gzip(stream, size);
    ASSERT_TRUE(content.ok()) << content.error().message;
    EXPECT_EQ(*content, bytes);
    if (size == 0) continue;
    EXPECT_EQ(decompress_gzip(stream, size - 1).error().code, ErrorCode::kTooLarge);
  }
  // Much of one thing is small, and grows in steps.
  const test::Bytes zeros(5'000'000);
  EXPECT_EQ(*decompress_gzip(compress_gzip(zeros), zeros.size()), zeros);
}

TEST(Deflate, RefusesDamage) {
  const test::Bytes bytes = some_bytes(2'000, 1), stream = compress_gzip(bytes);
  int undetected = 0;
  for (std::size_t i = 0; i < stream.size(); ++i) {
    test::Bytes damaged = stream;
    damaged[i] ^= std::byte{0x11};
    // Some bytes of the head say nothing of the content.
    const auto content = decompress_gzip(damaged, 1 << 20);
    EXPECT_TRUE(!content || *content == bytes) << i;
    undetected += content.ok();
    damaged.resize(i);
    EXPECT_EQ(decompress_gzip(damaged, 1 << 20).error().code, ErrorCode::kCorrupt) << i;
  }
  EXPECT_LE(undetected, 6);
  test::Bytes longer = stream;
  longer.push_back({});
  EXPECT_EQ(decompress_gzip(longer, 1 << 20).error().code, ErrorCode::kCorrupt);
}

}  // namespace tabiya::codec::deflate_test
