#include "codec/crc64.h"

#include <gtest/gtest.h>

#include <string_view>

namespace tabiya::codec {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

TEST(Crc64, MatchesTheCheckValueOfTheCatalogue) {
  EXPECT_EQ(crc64(bytes_of("123456789")), 0x995DC9BBDF1939FAu);
  EXPECT_EQ(crc64({}), 0u);
}

TEST(Crc64, GoesOnFromWhereItStopped) {
  EXPECT_EQ(crc64(bytes_of("6789"), crc64(bytes_of("12345"))), crc64(bytes_of("123456789")));
}

}  // namespace
}  // namespace tabiya::codec
