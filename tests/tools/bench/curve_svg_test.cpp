#include "tools/bench/curve_svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tools/drawing/well_formed.h"

namespace tabiya::tools {
namespace {

using booksearch::CurvePoint;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Of 10 reds.
CurvePoint point(int depth, std::uint32_t candidates, std::uint32_t shared, double regret, double seconds) {
  CurvePoint point;
  point.list = {0, depth, candidates, shared};
  point.mean_loss = regret;
  point.loss_interval = {regret / 2, regret > 0 ? 2 * regret : booksearch::kUnbounded};
  point.seconds = seconds;
  return point;
}

TEST(CurveSvg, HasALineForEachList) {
  const std::string svg = curve_svg({point(4, 100, 0, 600, 0.1), point(4, 100, 50, 590, 0.11),
                                     point(5, 100, 0, 300, 0.5), point(5, 100, 50, 200, 0.6)},
                                    10);
  EXPECT_TRUE(test::is_well_formed(svg));
  EXPECT_THAT(svg,
              AllOf(HasSubstr(">100 candidates<"), HasSubstr(">100 + 50 shared<"),
                    HasSubstr("<title>depth 5, 100 + 50 shared: regret 0.0200 (0.0100 to 0.0400), 0.06 s<"),
                    HasSubstr("10 reds"), HasSubstr("seconds of one core"), Not(HasSubstr("nan"))));
  std::size_t lines = 0;
  for (auto at = svg.find("<polyline"); at != svg.npos; at = svg.find("<polyline", at + 1)) ++lines;
  EXPECT_EQ(lines, 2u);
}

TEST(CurveSvg, OfNoRegretIsDrawn) {
  const std::string svg = curve_svg({point(4, 100, 0, 0, 0)}, 10);
  EXPECT_TRUE(test::is_well_formed(svg));
  EXPECT_THAT(svg, AllOf(HasSubstr("(0.0000 to ?)"), Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
}

}  // namespace
}  // namespace tabiya::tools
