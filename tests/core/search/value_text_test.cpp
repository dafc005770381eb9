#include "core/search/value_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace tabiya::value_text_test {

TEST(ValueText, SaysLogitAndTheChancesOfTheViewer) {
  EXPECT_EQ(value_text(3410, kRedView), "+0.341 (58.4 %)");
  EXPECT_EQ(value_text(-28260, kRedView), "-2.826 (5.6 %)");
  EXPECT_EQ(value_text(0, kRedView), "+0.000 (50.0 %)");
  EXPECT_EQ(value_text(3410, mover_view(/*red_moves=*/false)), "+0.341 (58.4 %)");
  EXPECT_EQ(value_text(std::optional<Score>(), kRedView), "-");
  EXPECT_EQ(value_text(kMaxEvaluation, kRedView), "+799.900 (100.0 %)");
}

TEST(ValueText, NamesTheWinnerOfAProvedResult) {
  EXPECT_EQ(value_text(win_in(7), kRedView), "Red wins in 7 plies");
  EXPECT_EQ(value_text(loss_in(6), kRedView), "Blue wins in 6 plies");
  EXPECT_EQ(value_text(win_in(1), mover_view(/*red_moves=*/false)), "Blue wins in 1 ply");
  EXPECT_EQ(value_text(loss_in(2), mover_view(/*red_moves=*/false)), "Red wins in 2 plies");
  EXPECT_EQ(value_text(loss_in(0), kRedView), "Blue has won");
  EXPECT_EQ(value_text(loss_in(kMaxPly), kRedView).size(), kValueWidth);
}

TEST(ValueText, DifferencesHaveFourDecimals) {
  EXPECT_EQ(logit_text(-5.4), "-0.001");
  EXPECT_EQ(shift_text(-12.3), "-0.0012");
  EXPECT_EQ(loss_text(241), "0.0241");
  EXPECT_EQ(loss_text(std::numeric_limits<double>::infinity()), "?");
}

}  // namespace tabiya::value_text_test
