#include "codec/bits.h"

#include <gtest/gtest.h>

#include <random>

namespace tabiya::codec::bits_test {

TEST(Bits, FillBytesFromTheLeastSignificantBit) {
  BitWriter writer;
  writer.put(0b1, 1);
  writer.put(0b01, 2);
  writer.put(0x1FF, 9);
  EXPECT_EQ(writer.size(), 12u);
  const Bits bits = writer.take();
  EXPECT_EQ(bits.size, 12u);
  EXPECT_EQ(bits.bytes, (std::vector{std::byte{0xFB}, std::byte{0x0F}}));
  EXPECT_EQ(writer.size(), 0u);
}

TEST(Bits, IgnoreTheHighBitsOfAValue) {
  BitWriter writer;
  writer.put(~std::uint64_t{0}, 3);
  EXPECT_EQ(writer.take_bytes(), std::vector{std::byte{0x07}});
}

TEST(Bits, HoldLittleEndianIntegers) {
  BitWriter writer;
  writer.put(0x1234, 16);
  EXPECT_EQ(writer.take_bytes(), (std::vector{std::byte{0x34}, std::byte{0x12}}));
}

TEST(Bits, GiveBackRandomFields) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::pair<std::uint64_t, unsigned>> fields(random() % 100);
    BitWriter writer;
    std::size_t size = 0;
    for (auto& [value, count] : fields) {
      count = static_cast<unsigned>(random() % 65);
      value = random();
      writer.put(value, count);
      if (count < 64) value &= (std::uint64_t{1} << count) - 1;
      size += count;
    }
    const Bits bits = writer.take();
    ASSERT_EQ(bits.size, size);
    BitReader reader(bits);
    for (const auto& [value, count] : fields) ASSERT_EQ(reader.get(count), value);
    EXPECT_EQ(reader.remaining(), 0u);
    EXPECT_FALSE(reader.overrun());
  }
}

TEST(BitReader, RemembersAReadPastTheEnd) {
  const std::vector bytes{std::byte{0xFF}};
  BitReader reader(bytes);
  EXPECT_EQ(reader.get(5), 31u);
  EXPECT_EQ(reader.get(4), 0u);  // one bit too many: nothing of it is given
  EXPECT_TRUE(reader.overrun());
  EXPECT_EQ(reader.remaining(), 0u);
  EXPECT_EQ(reader.get(0), 0u);
  EXPECT_TRUE(reader.overrun());
}

TEST(BitReader, StopsAtTheBitsOfAStream) {
  BitWriter writer;
  writer.put(0b101, 3);
  const Bits bits = writer.take();
  BitReader reader(bits);
  EXPECT_EQ(reader.get(3), 0b101u);
  EXPECT_FALSE(reader.overrun());
  EXPECT_FALSE(reader.get_bit());
  EXPECT_TRUE(reader.overrun());
}

}  // namespace tabiya::codec::bits_test
