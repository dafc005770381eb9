#include "tools/cli/json.h"

#include <gtest/gtest.h>

#include <string>

namespace tabiya::tools::nesting_test {

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Nesting, HasBounds) {
  EXPECT_FALSE(nests_too_deep(repeated("[", kMostBrackets) + repeated("]", kMostBrackets)));
  EXPECT_TRUE(nests_too_deep(repeated("[", kMostBrackets + 1)));
  EXPECT_TRUE(nests_too_deep(repeated("{\"a\":", kMostBrackets + 1)));
  EXPECT_TRUE(nests_too_deep(repeated("{\"a\":[", kMostBrackets / 2 + 1)));
  EXPECT_FALSE(nests_too_deep("a" + repeated(".a", kMostDots) + " = 1"));
  EXPECT_TRUE(nests_too_deep("a" + repeated(".a", kMostDots + 1) + " = 1"));
  EXPECT_TRUE(nests_too_deep("a" + repeated(" . a", kMostDots + 1)));
  EXPECT_TRUE(nests_too_deep("[a" + repeated(".a", kMostDots + 1) + "]"));
}

TEST(Nesting, OfManyShallowThingsIsShallow) {
  EXPECT_FALSE(nests_too_deep(repeated("[1.5,2.5],", 1000)));
  EXPECT_FALSE(nests_too_deep(repeated("a.b = 1.5\n", 1000)));
  EXPECT_FALSE(nests_too_deep(repeated("[[stage]]\nkeep = 4\n", 1000)));
}

TEST(Nesting, IsNotThatOfStringsAndComments) {
  const std::string deep = repeated("[", 1000) + repeated(".", 1000);
  for (const std::string& text :
       {"# " + deep, "\"" + deep + "\"", "'" + deep + "'", "\"\"\"\n" + deep + "\"\"\"",
        "'''\"" + deep + "'''", "\"\\\"" + deep + "\"", "'\\'#" + deep}) {
    EXPECT_FALSE(nests_too_deep(text)) << text.substr(0, 8);
    EXPECT_TRUE(nests_too_deep(text + "\n" + deep)) << text.substr(0, 8);
  }
}

// Quotes at the end of a long string of TOML must not hide what follows.
TEST(Nesting, FollowsALongStringThatEndsWithQuotes) {
  const std::string deep = repeated("[", 1000);
  for (const char* text :
       {"\"\"\"a\"\"\"\"\n", "\"\"\"a\"\"\"\"\"\n", "'''a''''\n", "'''a'''''\n", "\"\"\n", "''\n"})
    EXPECT_TRUE(nests_too_deep(text + deep)) << text;
}

}  // namespace tabiya::tools::nesting_test
