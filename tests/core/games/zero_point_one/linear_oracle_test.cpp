#include "core/games/zero_point_one/oracles.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.h"
#include "core/setup/pair_search.h"

namespace tabiya::zero_point_one::linear_oracle_test {

const LinearOracle kOracle;

std::vector<SetupId> random_setups(Random& random, int size) {
  std::vector<SetupId> ids;
  for (int i = 0; i < size; ++i) ids.push_back(random.below(kOracle.reds().count()));
  return ids;
}

Score static_value(SetupId red, SetupId blue) {
  const LinearEvaluation evaluation;
  const EvaluatedGame<Rules, LinearEvaluation> game(evaluation);
  auto root = game.root(position_after(red, blue));
  return game.evaluate(root);
}

TEST(LinearOracle, ScoresARowAsThePositionsOfItsPairs) {
  Random random(1);
  const std::vector<SetupId> blues = random_setups(random, 300);
  const auto prepared = kOracle.prepare(blues);
  const auto scorer = prepared->scorer();
  for (SetupId red : random_setups(random, 50)) {
    scorer->set_red(red);
    std::vector<Score> values(blues.size());
    scorer->evaluate(0, values);
    for (std::size_t i = 0; i < blues.size(); ++i) ASSERT_EQ(values[i], static_value(red, blues[i]));
  }
}

TEST(LinearOracle, FindsTheSmallestValueOfARangeAndTheSmallestIdThatHasIt) {
  Random random(2);
  const std::vector<SetupId> blues = random_setups(random, 300);
  const auto prepared = kOracle.prepare(blues);
  const auto scorer = prepared->scorer();
  for (SetupId red : random_setups(random, 200)) {
    scorer->set_red(red);
    std::vector<Score> values(blues.size());
    scorer->evaluate(0, values);
    const std::uint32_t first = random.below(300);
    const std::uint32_t last = first + random.below(301 - first);
    const RowMinimum row = scorer->minimum(first, last, -kInfiniteScore);
    const auto expected = std::min_element(values.begin() + first, values.begin() + last);
    ASSERT_EQ(row.evaluated, last - first);
    if (first == last) continue;
    ASSERT_EQ(row.red_value, *expected);
    SetupId smallest = kOracle.blues().count();
    for (std::uint32_t i = first; i < last; ++i) {
      if (values[i] == *expected) smallest = std::min(smallest, blues[i]);
    }
    ASSERT_EQ(row.blue, smallest);
  }
}

TEST(LinearOracle, StopsARowOnceAValueIsBelowTheCutoff) {
  Random random(3);
  const std::vector<SetupId> blues = random_setups(random, 300);
  const auto prepared = kOracle.prepare(blues);
  const auto scorer = prepared->scorer();
  for (SetupId red : random_setups(random, 200)) {
    scorer->set_red(red);
    const RowMinimum all = scorer->minimum(0, 300, -kInfiniteScore);
    const RowMinimum kept = scorer->minimum(0, 300, all.red_value);
    EXPECT_EQ(kept.red_value, all.red_value);
    EXPECT_EQ(kept.evaluated, 300u);
    const RowMinimum cut = scorer->minimum(0, 300, all.red_value + 1);
    EXPECT_LE(cut.red_value, all.red_value);
    EXPECT_EQ(blues[cut.evaluated - 1], cut.blue);
  }
}

TEST(LinearOracle, SearchesDependOnNothingBeforeTheChoiceOfTheRed) {
  Random random(4);
  const std::vector<SetupId> reds = random_setups(random, 3);
  const std::vector<SetupId> blues = random_setups(random, 5);
  const auto used = kOracle.searcher(1 << 16);
  for (SetupId red : reds) {
    const auto fresh = kOracle.searcher(1 << 16);
    fresh->set_red(red);
    used->set_red(red);
    for (SetupId blue : blues) {
      const PairSearchResult expected = *fresh->search(blue, 4, -kInfiniteScore, kInfiniteScore);
      const PairSearchResult result = *used->search(blue, 4, -kInfiniteScore, kInfiniteScore);
      EXPECT_EQ(result.red_value, expected.red_value);
      EXPECT_EQ(result.nodes, expected.nodes);
    }
  }
}

TEST(LinearOracle, AWindowDecidesAgainstTheSameValue) {
  Random random(5);
  const auto searcher = kOracle.searcher(1 << 20);
  for (SetupId red : random_setups(random, 10)) {
    const SetupId blue = random_setups(random, 1)[0];
    searcher->set_red(red);
    const Score value = searcher->search(blue, 4, -kInfiniteScore, kInfiniteScore)->red_value;
    EXPECT_GE(searcher->search(blue, 4, value - 1, value)->red_value, value);
    EXPECT_LE(searcher->search(blue, 4, value, value + 1)->red_value, value);
  }
}

}  // namespace tabiya::zero_point_one::linear_oracle_test
