#include "codec/varint.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace tabiya::codec::varint_test {

// The stream of one integer as text, in order of reading.
std::string bits_of(std::int64_t value) {
  BitWriter writer;
  put_varint(writer, value);
  const Bits bits = writer.take();
  BitReader reader(bits);
  std::string text;
  while (reader.remaining() > 0) text.push_back(reader.get_bit() ? '1' : '0');
  return text;
}

Bits bits_from(std::string_view text) {
  BitWriter writer;
  for (char c : text) writer.put(c == '1', 1);
  return writer.take();
}

TEST(Varint, IsSignThenFiveBitsThenGroupsOfTwo) {
  EXPECT_EQ(bits_of(0), "0000000");
  EXPECT_EQ(bits_of(-1), "1000000");
  EXPECT_EQ(bits_of(31), "0111110");
  EXPECT_EQ(bits_of(-32), "1111110");
  EXPECT_EQ(bits_of(32), "0000001100");
  EXPECT_EQ(bits_of(-33), "1000001100");
  EXPECT_EQ(bits_of(128), "0000001001100");
}

TEST(Varint, GivesBackEveryInteger) {
  std::vector<std::int64_t> values{std::numeric_limits<std::int64_t>::min(),
                                   std::numeric_limits<std::int64_t>::max()};
  for (std::int64_t value = -5000; value <= 5000; ++value) values.push_back(value);
  std::mt19937_64 random(2);
  for (int i = 0; i < 5000; ++i) values.push_back(static_cast<std::int64_t>(random() >> random() % 64));
  BitWriter writer;
  for (std::int64_t value : values) put_varint(writer, value);
  const Bits bits = writer.take();
  BitReader reader(bits);
  for (std::int64_t value : values) {
    const Result<std::int64_t> decoded = get_varint(reader);
    ASSERT_TRUE(decoded.ok());
    ASSERT_EQ(*decoded, value);
  }
  EXPECT_EQ(reader.remaining(), 0u);
}

TEST(Varint, RefusesWhatIsCutShortOverlongOrTooLarge) {
  const auto error_of = [](std::string_view text) {
    const Bits bits = bits_from(text);
    BitReader reader(bits);
    reader.get(1);
    const Result<std::int64_t> decoded = get_varint(reader);
    return decoded ? Error{} : decoded.error();
  };
  for (std::string_view cut : {"1", "1000000", "100000011", "10000001101"}) {
    EXPECT_EQ(error_of(cut).message, "the data end within an integer") << cut;
    EXPECT_EQ(error_of(cut).offset, 1u);
  }
  EXPECT_EQ(error_of("10000001000").message, "an integer with needless leading zero bits");
  EXPECT_EQ(error_of("10000001101000").message, "an integer with needless leading zero bits");
  std::string large = "1000000";
  for (int i = 0; i < 30; ++i) large += "111";
  EXPECT_EQ(error_of(large + "0").message, "an integer beyond 64 bits");
}

}  // namespace tabiya::codec::varint_test
