#include "codec/container.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/crc64.h"
#include "tests/support/bytes.h"

namespace tabiya::codec::container_test {

using ::testing::HasSubstr;

Container sample() {
  return {
      "TEST", 7, {{"ONE.", test::bytes_of("some bytes")}, {"NIL.", {}}, {"TWO.", test::bytes_of("more")}}};
}

TEST(Container, GivesBackItsSections) {
  const auto container = decode_container(encode_container(sample()));
  ASSERT_TRUE(container.ok()) << container.error().message;
  EXPECT_EQ(container->kind, "TEST");
  EXPECT_EQ(container->version, 7u);
  ASSERT_EQ(container->sections.size(), 3u);
  EXPECT_EQ(*container->find("ONE."), test::bytes_of("some bytes"));
  EXPECT_EQ(*container->find("NIL."), test::Bytes{});
  EXPECT_EQ(*container->find("TWO."), test::bytes_of("more"));
  EXPECT_EQ(container->find("SIX."), nullptr);
}

TEST(Container, HasTheDocumentedLayout) {
  const test::Bytes file = encode_container({"KIND", 2, {{"NAME", test::bytes_of("123456789")}}});
  const std::string_view fixed("TABIYA\x1A\n\x01\0\x01\0KIND\x02\0\0\0NAME\x09\0\0\0\0\0\0\0", 32);
  ASSERT_EQ(file.size(), 32u + 8 + 8 + 9);
  EXPECT_EQ(as_text(file).substr(0, 32), fixed);
  EXPECT_EQ(as_text(file).substr(32, 8), "\xFA\x39\x19\xDF\xBB\xC9\x5D\x99");  // CRC-64/XZ, check value
  EXPECT_EQ(as_text(file).substr(48), "123456789");
}

TEST(Container, RefusesEveryBitFlip) {
  test::for_each_bit_flip(encode_container(sample()), [](const test::Bytes& damaged) {
    const auto container = decode_container(damaged);
    ASSERT_FALSE(container.ok());
    ASSERT_TRUE(container.error().offset.has_value());
  });
}

TEST(Container, RefusesEveryTruncationAndAppendedByte) {
  const test::Bytes file = encode_container(sample());
  test::for_each_truncation(file, [](const test::Bytes& cut) { ASSERT_FALSE(decode_container(cut).ok()); });
  test::Bytes longer = file;
  longer.push_back(std::byte{0});
  const Error error = decode_container(longer).error();
  EXPECT_EQ(error.offset, file.size());
  EXPECT_THAT(error.message, HasSubstr("after the end"));
}

TEST(Container, NamesTheDamagedSection) {
  test::Bytes file = encode_container(sample());
  file.back() ^= std::byte{1};
  const Error error = decode_container(file).error();
  EXPECT_EQ(error.message, "section TWO. fails its checksum");
  EXPECT_EQ(error.offset, file.size() - 4);
}

TEST(Container, NamesAVersionThatItDoesNotKnow) {
  test::Bytes file = encode_container(sample());
  file[8] = std::byte{2};
  EXPECT_EQ(decode_container(file).error().code, ErrorCode::kUnsupported);
}

// A header with a correct checksum, by somebody who means harm.
TEST(Container, RefusesAForgedHeader) {
  const auto forged = [](std::size_t at, std::byte value) {
    test::Bytes file = encode_container({"TEST", 1, {{"AAAA", {}}, {"BBBB", {}}}});
    file[at] = value;
    const std::size_t checked = 20 + 2 * 20;
    const std::uint64_t crc = crc64(std::span(file).first(checked));
    for (std::size_t i = 0; i < 8; ++i) file[checked + i] = static_cast<std::byte>(crc >> 8 * i);
    return decode_container(file).error();
  };
  EXPECT_THAT(forged(20 + 11, std::byte{0xFF}).message, HasSubstr("ends within its section AAAA"));
  EXPECT_THAT(forged(12, std::byte{0}).message, HasSubstr("kind"));
  EXPECT_THAT(forged(20, std::byte{0}).message, HasSubstr("name"));
  EXPECT_THAT(forged(11, std::byte{0xFF}).message, HasSubstr("too many sections"));
  EXPECT_THAT(forged(10, std::byte{64}).message, HasSubstr("ends within its header"));
}

TEST(Container, SurvivesGarbage) {
  std::mt19937_64 random(10);
  for (int round = 0; round < 3000; ++round) {
    test::Bytes garbage = encode_container(sample());
    const std::size_t kept = 8 + random() % 12;
    for (std::size_t i = kept; i < garbage.size(); ++i) garbage[i] = static_cast<std::byte>(random());
    ASSERT_FALSE(decode_container(garbage).ok());
  }
}

}  // namespace tabiya::codec::container_test
