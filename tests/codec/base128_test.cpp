#include "codec/base128.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/support/bytes.h"

namespace tabiya::codec::base128_test {

using ::testing::HasSubstr;

Bits bits_from(std::string_view text) {
  BitWriter writer;
  for (char c : text) writer.put(c == '1', 1);
  return writer.take();
}

Bits random_bits(std::mt19937_64& random, std::size_t size) {
  // Long runs of zeros, so that symbols which are escaped are frequent.
  BitWriter writer;
  for (std::size_t i = 0; i < size; ++i) writer.put(random() % 5 == 0, 1);
  return writer.take();
}

TEST(Base128, WritesSymbolsOfSevenBitsAndAnEndMark) {
  EXPECT_EQ(encode_base128(Bits{}), "\x01");
  EXPECT_EQ(encode_base128(bits_from("1")), "\x03");
  EXPECT_EQ(encode_base128(bits_from("1000001")), "A\x01");
  EXPECT_EQ(encode_base128(test::bytes_of("A")), "A\x02");
}

TEST(Base128, PairsASymbolThatTextDoesNotCarryWithTheNextOne) {
  EXPECT_EQ(encode_base128(bits_from("0000000"
                                     "1000001")),
            "\xC5\x81\x01");  // U+0141: key 2, then 65
  EXPECT_EQ(encode_base128(bits_from("0100010"
                                     "1111111")),
            "\xD5\xBF\x01");                                    // U+057F: key 10, then 127
  EXPECT_EQ(encode_base128(bits_from("0000000")), "\xC4\x81");  // the end mark as second of a pair
  EXPECT_EQ(encode_base128(bits_from("000")), "\xC6\x80");      // the end mark in a symbol 8: a 0 follows
}

TEST(Base128, GivesBackStreamsOfEveryLength) {
  std::mt19937_64 random(4);
  for (std::size_t size = 0; size < 700; ++size) {
    const Bits bits = random_bits(random, size);
    const std::string text = encode_base128(bits);
    EXPECT_LE(text.size(), size / 7 + 2);
    const Result<Bits> decoded = decode_base128(text);
    ASSERT_TRUE(decoded.ok()) << size << ": " << decoded.error().message;
    ASSERT_EQ(*decoded, bits) << size;
  }
}

TEST(Base128, GivesBackBytes) {
  std::mt19937_64 random(5);
  for (std::size_t size = 0; size < 300; ++size) {
    const test::Bytes bytes = test::random_bytes(random, size);
    const auto decoded = decode_base128_bytes(encode_base128(bytes));
    ASSERT_TRUE(decoded.ok());
    ASSERT_EQ(*decoded, bytes);
  }
  EXPECT_THAT(decode_base128_bytes(encode_base128(bits_from("1010"))).error().message, HasSubstr("4 bits"));
}

TEST(Base128, SaysWhereATextIsWrong) {
  const auto refused = [](std::string_view text, std::size_t offset, std::string_view message) {
    const Result<Bits> decoded = decode_base128(text);
    ASSERT_FALSE(decoded.ok());
    EXPECT_EQ(decoded.error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(decoded.error().offset, offset);
    EXPECT_THAT(decoded.error().message, HasSubstr(message));
  };
  refused("", 0, "end mark");
  refused(std::string_view("AB\0", 3), 2, "does not have");
  refused("AB\"\x01", 2, "does not have");
  refused("AB\n", 2, "does not have");           // a line feed after the text
  refused("A\xC2\x85\x01", 1, "does not have");  // key 1: C1 controls
  refused("A\xD8\x9C\x01", 1, "does not have");  // key 12: U+061C
  refused("A\xC1\x81\x01", 1, "overlong");
  refused("A\x80\x01", 1, "stray");
  refused("A\xC4", 1, "ends within");
  refused(
      "A\xC4"
      "A",
      1, "second byte");
  refused("A\xE2\x82\xAC\x01", 1, "beyond U+07FF");
  refused("\xC4\x80", 2, "end mark");      // symbols 0 0: no mark anywhere
  refused("\x01\xC4\x80", 3, "end mark");  // symbols 1 0 0: goes on after the mark
  refused("\xC4\x81\xC4\x80", 4, "end mark");
}

TEST(Base128, AcceptsNothingButWhatItWrites) {
  std::mt19937_64 random(6);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::size_t i = 0, size = random() % 6; i < size; ++i) {
      if (random() % 2 == 0) {
        text.push_back(static_cast<char>(random() % 128));
      } else {
        text.push_back(static_cast<char>(0xC0 | random() % 24));
        text.push_back(static_cast<char>(0x80 | random() % 64));
      }
    }
    if (const Result<Bits> decoded = decode_base128(text)) {
      ++accepted;
      ASSERT_EQ(encode_base128(*decoded), text);
    }
  }
  EXPECT_GT(accepted, 1000);
}

TEST(Base128, SurvivesGarbage) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 5000; ++round) {
    const test::Bytes garbage = test::random_bytes(random, random() % 40);
    const Result<Bits> decoded = decode_base128(as_text(garbage));
    if (decoded) {
      ASSERT_EQ(encode_base128(*decoded), as_text(garbage));
    } else {
      ASSERT_LE(decoded.error().offset.value(), garbage.size());
    }
  }
}

}  // namespace tabiya::codec::base128_test
