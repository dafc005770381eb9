#include "codec/text.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace tabiya::text_test {

TEST(Text, IsPutTogetherOfItsParts) {
  const std::string name = "games.pgn";
  EXPECT_EQ(concat(name, ", line ", 3u, ": ", -2, ' ', std::string_view("left")),
            "games.pgn, line 3: -2 left");
  EXPECT_EQ(concat(0.5, " of ", 60.0), "0.5 of 60");
  EXPECT_EQ(concat(), "");
  EXPECT_EQ(concat(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
}

TEST(Text, HasNumbersWithSoManyDigits) {
  EXPECT_EQ(decimal(2.345, 1), "2.3");
  EXPECT_EQ(decimal(-0.5, 3), "-0.500");
  EXPECT_EQ(decimal(1e20, 0), "100000000000000000000");
  EXPECT_EQ(hexadecimal(255, 4), "00ff");
  EXPECT_EQ(hexadecimal(0), "0000000000000000");
  EXPECT_EQ(hexadecimal(0x12345, 2), "12345");
}

TEST(Text, IsTakenApart) {
  EXPECT_EQ(words_of(" a  bc\td\r\n"), (std::vector<std::string_view>{"a", "bc", "d"}));
  EXPECT_TRUE(words_of(" \t").empty());
  EXPECT_EQ(lower_case("Zero 0.1 \xc3\x84"), "zero 0.1 \xc3\x84");
}

TEST(Text, LosesItsMark) {
  EXPECT_EQ(without_mark("\xef\xbb\xbfgames"), "games");
  for (const char* text : {"", "games", "\xef\xbb", "games\xef\xbb\xbf"}) EXPECT_EQ(without_mark(text), text);
}

TEST(Text, JoinsAndCounts) {
  EXPECT_EQ(joined(std::vector<std::string>{}, ", "), "");
  EXPECT_EQ(joined(std::vector{"a", "b", "c"}, ", "), "a, b, c");
  EXPECT_EQ(counted(0, "game"), "0 games");
  EXPECT_EQ(counted(1, "entry"), "1 entry");
  EXPECT_EQ(counted(2, "entry"), "2 entries");
  EXPECT_EQ(counted(2, "search"), "2 searches");
  EXPECT_EQ(counted(2, "epoch"), "2 epochs");
}

}  // namespace tabiya::text_test
