#include "codec/crc64.h"

#include <gtest/gtest.h>

#include <string_view>

#include "tests/support/bytes.h"

namespace tabiya::codec::crc64_test {

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::uint64_t bit_by_bit(std::span<const std::byte> bytes) {
  std::uint64_t crc = ~std::uint64_t{0};
  for (std::byte byte : bytes) {
    crc ^= static_cast<std::uint64_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? 0xC96C5795D7870F42 : 0);
  }
  return ~crc;
}

TEST(Crc64, MatchesTheCheckValueOfTheCatalogue) {
  EXPECT_EQ(crc64(bytes_of("123456789")), 0x995DC9BBDF1939FAu);
  EXPECT_EQ(crc64({}), 0u);
}

TEST(Crc64, GoesOnFromWhereItStopped) {
  EXPECT_EQ(crc64(bytes_of("6789"), crc64(bytes_of("12345"))), crc64(bytes_of("123456789")));
}

TEST(Crc64, IsTheSameBitByBit) {
  std::mt19937_64 random(47);
  for (int round = 0; round < 500; ++round) {
    const test::Bytes bytes = test::random_bytes(random, random() % 100);
    const std::span<const std::byte> all = bytes;
    const std::size_t cut = random() % (bytes.size() + 1);
    ASSERT_EQ(crc64(all), bit_by_bit(all));
    ASSERT_EQ(crc64(all.subspan(cut), crc64(all.first(cut))), bit_by_bit(all));
  }
}

}  // namespace tabiya::codec::crc64_test
