#include "tools/drawing/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/drawing/well_formed.h"

namespace tabiya::tools {
namespace {

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
  EXPECT_THAT(texts(logarithmic_axis("s", 0.03, 0.9)), ElementsAre("0.02", "0.05", "0.1", "0.2", "0.5", "1"));
  EXPECT_THAT(texts(logarithmic_axis("s", 1, 1)), ElementsAre("1", "2"));
  EXPECT_THAT(texts(logarithmic_axis("s", 70, 300)), ElementsAre("50", "100", "200", "500"));
}

TEST(Chart, AxesPlaceValues) {
  EXPECT_DOUBLE_EQ(linear_axis("", 0, 8).place(2), 0.25);
  EXPECT_DOUBLE_EQ(logarithmic_axis("", 1, 100).place(10), 0.5);
}

TEST(Chart, CutsBarsAtTheFrame) {
  Chart chart(linear_axis("x", 0, 10), linear_axis("y", 0, 1));
  chart.add({"line", "#000000", {{.x = 5, .y = 0.5, .low = 0.25, .high = 1e300}}});
  EXPECT_THAT(chart.svg(),
              AllOf(HasSubstr("<path d=\"M390.0 277.5V30.0\" "), HasSubstr("cx=\"390.0\" cy=\"195.0\"")));
}

TEST(Chart, IsWellFormedWhateverItsTexts) {
  Chart chart(linear_axis("<x>", 0, 1), linear_axis("a & b", 0, 1));
  chart.add({"5 < 6", "#000000", {{.x = 0.5, .y = 0.5, .label = "<", .hint = "&"}}, true});
  chart.add({"of no points", "#000000", {}});
  chart.add_ring(0.5, 0.5, "#000000");
  chart.add_note("</svg>");
  EXPECT_TRUE(is_well_formed(chart.svg()));
  EXPECT_THAT(chart.svg(), AllOf(HasSubstr("5 &lt; 6"), HasSubstr("a &amp; b"), HasSubstr("dasharray")));
}

TEST(WellFormed, TellsWhatIsNot) {
  for (const char* text :
       {"", "<a>", "<a></b>", "<a><b></a></b>", "<a>&</a>", "<a b=\"></a>", "<a/><b/>", "x"})
    EXPECT_FALSE(is_well_formed(text)) << text;
  EXPECT_TRUE(is_well_formed("<a b=\"c>\"><d/>&lt;</a>\n"));
}

}  // namespace
}  // namespace tabiya::tools
