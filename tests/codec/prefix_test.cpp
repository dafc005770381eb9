#include "codec/prefix.h"

#include <gtest/gtest.h>

#include <random>

namespace tabiya::codec::prefix_test {

TEST(PrefixCode, IsTruncatedUnary) {
  BitWriter writer;
  for (unsigned symbol = 0; symbol < 5; ++symbol) put_prefix(writer, symbol, 5);
  const Bits bits = writer.take();
  BitReader reader(bits);
  std::string text;
  while (reader.remaining() > 0) text.push_back(reader.get_bit() ? '1' : '0');
  EXPECT_EQ(text,
            "0"
            "10"
            "110"
            "1110"
            "1111");
}

TEST(PrefixCode, GivesBackRandomSymbolsOfAnyAlphabet) {
  std::mt19937_64 random(3);
  for (unsigned alphabet_size = 1; alphabet_size < 40; ++alphabet_size) {
    std::vector<unsigned> symbols(200);
    BitWriter writer;
    for (unsigned& symbol : symbols) {
      symbol = static_cast<unsigned>(random() % alphabet_size);
      put_prefix(writer, symbol, alphabet_size);
    }
    const Bits bits = writer.take();
    BitReader reader(bits);
    for (unsigned symbol : symbols) ASSERT_EQ(get_prefix(reader, alphabet_size), symbol);
    EXPECT_EQ(reader.remaining(), 0u);
  }
}

TEST(PrefixCode, RefusesASymbolThatIsCutShort) {
  BitWriter writer;
  writer.put(0b11, 2);
  const Bits bits = writer.take();
  BitReader reader(bits);
  EXPECT_EQ(get_prefix(reader, 5), std::nullopt);
}

}  // namespace tabiya::codec::prefix_test
