#include "tools/play/match/time_control.h"

#include <gtest/gtest.h>

namespace tabiya::tools {
namespace time_control_test {

using namespace std::chrono_literals;
using Kind = TimeControl::Kind;

TEST(TimeControl, IsReadInSecondsAndMinutes) {
  EXPECT_EQ(parse_time_control("5+0.08"), (TimeControl{Kind::kGame, 5s, 80ms}));
  EXPECT_EQ(parse_time_control("60"), (TimeControl{Kind::kGame, 60s, 0ms}));
  EXPECT_EQ(parse_time_control("1:30+2"), (TimeControl{Kind::kGame, 90s, 2s}));
  EXPECT_EQ(parse_time_control("0+0.1"), (TimeControl{Kind::kGame, 0ms, 100ms}));
}

TEST(TimeControl, IsNothingElse) {
  for (const char* const text : {"", "+", "5+", "+1", "5+0.1+1", "0", "0+0", "-1", "5s", "1e3", "nan", "inf",
                                 "9999999", ":5", "1:", "40/60"})
    EXPECT_EQ(parse_time_control(text), std::nullopt) << text;
}

TEST(TimeControl, IsWrittenAsItIsRead) {
  for (const char* const text : {"5+0.08", "60", "0+0.1", "10.5+0.005"})
    EXPECT_EQ(parse_time_control(text)->text(), text);
  EXPECT_EQ((TimeControl{Kind::kMove, 1500ms, 0ms}).text(), "1.5/move");
  EXPECT_EQ(TimeControl{}.text(), "-");
}

}  // namespace time_control_test
}  // namespace tabiya::tools
