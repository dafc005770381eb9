#include "tools/learn/trained_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tabiya::tools::curves_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Curves, ShowBothLossesAndTheBestEpoch) {
  const std::string svg =
      curves_svg({{1, 0, 0.65, 0, 0.62, 0}, {2, 0, 0.6, 0, 0.605, 0}, {3, 0, 0.58, 0, 0.61, 0}});
  EXPECT_THAT(svg, AllOf(StartsWith("<svg"), HasSubstr("training"), HasSubstr("validation"),
                         HasSubstr("best: 0.60500 after epoch 2"), HasSubstr(">0.58<"), HasSubstr(">0.66<"),
                         HasSubstr("epoch</text>"), Not(HasSubstr("nan"))));
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
}

TEST(Curves, OfOneEpochOrOneLossAreDrawn) {
  EXPECT_THAT(curves_svg({{1, 0, 0.5, 0, 0.5, 0}}),
              AllOf(HasSubstr("polyline"), Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
}

}  // namespace tabiya::tools::curves_test
