#include "tools/drawing/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/drawing/well_formed.h"

namespace tabiya::tools::chart_test {

using test::is_well_formed;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> texts(const Axis& axis) {
  std::vector<std::string> texts;
  for (const Axis::Tick& tick : axis.ticks) texts.push_back(tick.text);
  return texts;
}

TEST(Chart, AxesEndAtRoundNumbers) {
  EXPECT_THAT(texts(linear_axis("loss", 0.58, 0.65)), ElementsAre("0.58", "0.60", "0.62", "0.64", "0.66"));
  EXPECT_THAT(texts(linear_axis("loss", 0, 7)), ElementsAre("0", "2", "4", "6", "8"));
}

TEST(Chart, AxesPlaceValues) { EXPECT_DOUBLE_EQ(linear_axis("", 0, 8).place(2), 0.25); }

TEST(Chart, IsWellFormedWhateverItsTexts) {
  Chart chart(linear_axis("<x>", 0, 1), linear_axis("a & b", 0, 1));
  chart.add({"5 < 6", "#000000", {{.x = 0.5, .y = 0.5}}});
  chart.add({"of no points", "#000000", {}});
  chart.add_bar(0.5, 0.2, 0.9, "#000000");
  chart.add_ring(0.5, 0.5, "#000000");
  chart.add_note("</svg>");
  EXPECT_TRUE(is_well_formed(chart.svg()));
  EXPECT_THAT(chart.svg(), AllOf(HasSubstr("5 &lt; 6"), HasSubstr("a &amp; b")));
}

TEST(WellFormed, TellsWhatIsNot) {
  for (const char* text :
       {"", "<a>", "<a></b>", "<a><b></a></b>", "<a>&</a>", "<a b=\"></a>", "<a/><b/>", "x"})
    EXPECT_FALSE(is_well_formed(text)) << text;
  EXPECT_TRUE(is_well_formed("<a b=\"c>\"><d/>&lt;</a>\n"));
}

}  // namespace tabiya::tools::chart_test
