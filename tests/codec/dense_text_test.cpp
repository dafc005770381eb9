#include "codec/dense_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/bytes.h"

namespace tabiya::codec::dense_text_test {

using ::testing::HasSubstr;

TEST(DenseText, GivesBackBytesOfEveryLength) {
  std::mt19937_64 random(71);
  for (std::size_t size = 0; size < 500; ++size) {
    for (const test::Bytes& bytes :
         {test::random_bytes(random, size), test::Bytes(size), test::Bytes(size, std::byte{0xFF})}) {
      const std::string text = encode_dense(bytes);
      ASSERT_LE(text.size(), size / 8 * 9 + 9);
      const auto decoded = decode_dense(text);
      ASSERT_TRUE(decoded.ok()) << size << ": " << decoded.error().message;
      ASSERT_EQ(*decoded, bytes);
    }
  }
}

TEST(DenseText, CarriesSixtyFourBitsInNineBytes) {
  std::mt19937_64 random(72);
  EXPECT_EQ(encode_dense(test::random_bytes(random, 80'000)).size(), 90'001u);
}

TEST(DenseText, UsesNothingThatLiteralsAndEditorsChange) {
  std::mt19937_64 random(73);
  const std::string text = encode_dense(test::random_bytes(random, 100'000));
  for (const std::string_view forbidden :
       {std::string_view("\0", 1), std::string_view("\n"), std::string_view("\r"),
        std::string_view("\xC2\x85"), std::string_view("\xC2\xAD"), std::string_view("\xD8\x9C"),
        std::string_view("\xE2\x80")}) {
    EXPECT_EQ(text.find(forbidden), std::string::npos);
  }
}

TEST(Utf16Text, GivesBackBytesOfEveryLength) {
  std::mt19937_64 random(79);
  for (std::size_t size = 0; size < 500; ++size) {
    for (const test::Bytes& bytes :
         {test::random_bytes(random, size), test::Bytes(size), test::Bytes(size, std::byte{0xFF})}) {
      const std::string text = encode_utf16(bytes);
      ASSERT_LE(utf16_units(text), 8 * size / 61 * 4 + 4);
      const auto decoded = decode_utf16(text);
      ASSERT_TRUE(decoded.ok()) << size << ": " << decoded.error().message;
      ASSERT_EQ(*decoded, bytes);
    }
  }
}

TEST(Utf16Text, CarriesFifteenBitsAndAQuarterInAUnit) {
  std::mt19937_64 random(80);
  const std::string text = encode_utf16(test::random_bytes(random, 61'000));
  EXPECT_EQ(utf16_units(text), 32'001u);
  EXPECT_EQ(text.size(), 3 * utf16_units(text));
}

TEST(Utf16Text, AcceptsNothingButWhatItWrites) {
  std::mt19937_64 random(81);
  int accepted = 0;
  for (int round = 0; round < 30'000; ++round) {
    std::string text = encode_utf16(test::random_bytes(random, random() % 20));
    if (random() % 2 == 0) {
      text[random() % text.size()] = static_cast<char>(random());
    } else {  // another character of the alphabet, or one near it
      const std::size_t at = random() % (text.size() / 3) * 3;
      text.replace(at, 3, encode_utf16(test::random_bytes(random, 1)).substr(0, 3));
    }
    if (random() % 4 == 0) text.resize(random() % (text.size() + 1));
    if (const auto decoded = decode_utf16(text)) {
      ++accepted;
      ASSERT_EQ(encode_utf16(*decoded), text);
    } else {
      ASSERT_LE(decoded.error().offset.value(), text.size());
    }
  }
  EXPECT_GT(accepted, 1000);
}

TEST(Utf16Text, CountsUnits) {
  EXPECT_EQ(utf16_units(""), 0u);
  EXPECT_EQ(utf16_units("a\xC3\xA9\xE4\xB8\x80"), 3u);
  EXPECT_EQ(utf16_units("\xF0\x9F\x98\x80"), 2u);
}

TEST(PrintableText, GivesBackBytesOfEveryLength) {
  std::mt19937_64 random(76);
  for (std::size_t size = 0; size < 500; ++size) {
    for (const test::Bytes& bytes :
         {test::random_bytes(random, size), test::Bytes(size), test::Bytes(size, std::byte{0xFF})}) {
      const std::string text = encode_printable(bytes);
      ASSERT_LE(text.size(), 8 * size / 61 * 9 + 9);
      const auto decoded = decode_printable(text);
      ASSERT_TRUE(decoded.ok()) << size << ": " << decoded.error().message;
      ASSERT_EQ(*decoded, bytes);
    }
  }
}

TEST(PrintableText, IsDenseTextWithoutControlCharacters) {
  std::mt19937_64 random(77);
  const std::string text = encode_printable(test::random_bytes(random, 61'000));
  EXPECT_EQ(text.size(), 72'001u);
  EXPECT_TRUE(std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7F; }));
  EXPECT_EQ(text.find("\xC2\x85"), std::string::npos);  // of C1
}

TEST(PrintableText, AcceptsNothingButWhatItWrites) {
  std::mt19937_64 random(78);
  int accepted = 0;
  for (int round = 0; round < 30'000; ++round) {
    std::string text = encode_printable(test::random_bytes(random, random() % 20));
    text[random() % text.size()] = static_cast<char>(random());
    if (random() % 4 == 0) text.resize(random() % (text.size() + 1));
    if (const auto decoded = decode_printable(text)) {
      ++accepted;
      ASSERT_EQ(encode_printable(*decoded), text);
    } else {
      ASSERT_LE(decoded.error().offset.value(), text.size());
    }
  }
  EXPECT_GT(accepted, 1000);
  EXPECT_FALSE(decode_printable("a\tb").ok());
  EXPECT_FALSE(decode_printable("\x7F").ok());
}

TEST(DenseText, AcceptsNothingButWhatItWrites) {
  std::mt19937_64 random(74);
  int accepted = 0;
  for (int round = 0; round < 30'000; ++round) {
    std::string text = encode_dense(test::random_bytes(random, random() % 20));
    text[random() % text.size()] = static_cast<char>(random());
    if (random() % 4 == 0) text.resize(random() % (text.size() + 1));
    if (const auto decoded = decode_dense(text)) {
      ++accepted;
      ASSERT_EQ(encode_dense(*decoded), text);
    } else {
      ASSERT_LE(decoded.error().offset.value(), text.size());
    }
  }
  EXPECT_GT(accepted, 1000);
}

TEST(DenseText, SaysWhereATextIsWrong) {
  const auto refused = [](std::string_view text, std::size_t offset, std::string_view message) {
    const auto decoded = decode_dense(text);
    ASSERT_FALSE(decoded.ok());
    EXPECT_EQ(decoded.error().offset, offset);
    EXPECT_THAT(decoded.error().message, HasSubstr(message));
  };
  refused("", 0, "never empty");
  refused("abc\n", 3, "does not have");
  refused("abc\x80", 3, "does not have");
  refused("abc\xC0\x81", 3, "does not have");          // overlong
  refused("abc\xE0\x81\x81", 3, "does not have");      // overlong
  refused("abc\xED\xA0\x80", 3, "does not have");      // a surrogate
  refused("abc\xF0\x9F\x98\x80", 3, "does not have");  // a supplementary plane
  refused("abcdefgh\xC3\xA4", 8, "crosses");
  refused(
      "\xED\x9E\xA3\xED\x9E\xA3\xED\x9E\xA3"
      "a",
      0, "no number");
  refused("\x01", 1, "ends early");
}

TEST(DenseText, SurvivesGarbage) {
  std::mt19937_64 random(75);
  int read = 0;
  for (int round = 0; round < 20'000; ++round) {
    const test::Bytes garbage = test::random_bytes(random, random() % 40);
    if (const auto decoded = decode_dense(as_text(garbage))) {
      ++read;
      ASSERT_EQ(encode_dense(*decoded), as_text(garbage));
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_LT(read, 20'000);
}

}  // namespace tabiya::codec::dense_text_test
