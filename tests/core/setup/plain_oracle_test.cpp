#include "core/setup/plain_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/games/zero_point_one/oracles.h"
#include "core/random.h"

namespace tabiya::plain_oracle_test {

using zero_point_one::LinearEvaluation;
using zero_point_one::LinearOracle;
using Plain = PlainOracle<zero_point_one::Rules, LinearEvaluation>;

class PlainOracleTest : public ::testing::Test {
 protected:
  PlainOracleTest() {
    Random random(11);
    for (int i = 0; i < 40; ++i) blues.push_back(random.below(plain.blues().count()));
    red = random.below(plain.reds().count());
  }

  Plain plain;
  LinearOracle fast;
  std::vector<SetupId> blues;
  SetupId red = 0;
};

TEST_F(PlainOracleTest, HasTheValuesOfTheSeparableOne) {
  EXPECT_EQ(plain.origin(), fast.origin());
  const auto plain_blues = plain.prepare(blues), fast_blues = fast.prepare(blues);
  const auto slow_scorer = plain_blues->scorer(), fast_scorer = fast_blues->scorer();
  slow_scorer->set_red(red);
  fast_scorer->set_red(red);
  std::vector<Score> values(30), expected(30);
  slow_scorer->evaluate(5, values);
  fast_scorer->evaluate(5, expected);
  EXPECT_EQ(values, expected);
  for (const Score cutoff : {-kInfiniteScore, expected[10]}) {
    const RowMinimum row = slow_scorer->minimum(0, 40, cutoff), same = fast_scorer->minimum(0, 40, cutoff);
    EXPECT_EQ(row.red_value, same.red_value);
    EXPECT_EQ(row.blue, same.blue);
    EXPECT_EQ(row.evaluated, same.evaluated);
  }
}

TEST_F(PlainOracleTest, AMinimumIsTheSmallestValueAndStopsBelowTheCutoff) {
  const auto prepared = plain.prepare(blues);
  const auto scorer = prepared->scorer();
  scorer->set_red(red);
  std::vector<Score> values(blues.size());
  scorer->evaluate(0, values);
  const RowMinimum row = scorer->minimum(0, 40, -kInfiniteScore);
  EXPECT_EQ(row.red_value, *std::ranges::min_element(values));
  EXPECT_EQ(row.evaluated, 40u);
  EXPECT_EQ(scorer->minimum(0, 40, kInfiniteScore).evaluated, 1u);
}

}  // namespace tabiya::plain_oracle_test
