#include "codec/parsing.h"

#include <gtest/gtest.h>

#include <string_view>

namespace tabiya::parsing_test {

TEST(Parsing, TrimsBlanks) {
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(trimmed("a\r", " \t"), "a\r");
  EXPECT_EQ(trimmed(" \n"), "");
}

TEST(Parsing, TakesParts) {
  std::string_view rest = "a;;b c";
  EXPECT_EQ(take_until("; ", rest), "a");
  EXPECT_EQ(take_until("; ", rest), "");
  EXPECT_EQ(take_until("; ", rest), "b");
  EXPECT_EQ(take_until("; ", rest), "c");
  EXPECT_EQ(take_until("; ", rest), "");
}

TEST(Parsing, ReadsNumbers) {
  EXPECT_EQ(number_in("-12"), -12);
  EXPECT_EQ(number_in<double>("1e3"), 1000);
  EXPECT_FALSE(number_in<double>("1e3", std::chars_format::fixed));
  EXPECT_EQ(number_in<std::uint64_t>("ff", 16), 255u);
  EXPECT_FALSE(number_in<unsigned>("-1"));
  for (const char* word : {"", "1x", " 1", "+1", "99999999999999999999"})
    EXPECT_FALSE(number_in(word)) << word;
}

}  // namespace tabiya::parsing_test
