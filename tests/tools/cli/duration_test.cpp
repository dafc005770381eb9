#include "tools/cli/options.h"

#include <gtest/gtest.h>

namespace tabiya::tools::duration_test {

using std::chrono::seconds;

TEST(ParseDuration, ReadsWhatPeopleWrite) {
  EXPECT_EQ(parse_duration("0"), seconds(0));
  EXPECT_EQ(parse_duration("90"), seconds(90));
  EXPECT_EQ(parse_duration("90s"), seconds(90));
  EXPECT_EQ(parse_duration("30m"), seconds(1800));
  EXPECT_EQ(parse_duration("2h"), seconds(7200));
  EXPECT_EQ(parse_duration("1h30m"), seconds(5400));
  EXPECT_EQ(parse_duration("1h1m1s"), seconds(3661));
  EXPECT_EQ(parse_duration("1m1"), seconds(61));
}

TEST(ParseDuration, RefusesEverythingElse) {
  for (const char* text : {"", "h", "-1", "+1", " 1", "1 ", "1.5h", "1d", "1m1h", "1s1s", "1h1h", "9000h",
                           "99999999999999999999", "1hh", "0x10"}) {
    EXPECT_FALSE(parse_duration(text)) << text;
  }
}

}  // namespace tabiya::tools::duration_test
