#include "core/search/settled_value.h"

#include <gtest/gtest.h>

namespace tabiya::settled_value_test {

Score settled(std::initializer_list<Score> scores) {
  SettledValue value;
  for (const Score score : scores) value.add(score);
  return value.value();
}

TEST(SettledValue, IsTheMeanOfTheLastIterations) {
  EXPECT_EQ(settled({}), 0);
  EXPECT_EQ(settled({70}), 70);
  EXPECT_EQ(settled({70, 30}), 50);
  EXPECT_EQ(settled({9'000, 10, 20, 60}), 30);
  EXPECT_EQ(settled({9'000, 9'000, 9'000, -10, -20, -60}), -30);
}

TEST(SettledValue, IsWhatTheLastIterationHasProved) {
  EXPECT_EQ(settled({10, 20, win_in(9)}), win_in(9));
  EXPECT_EQ(settled({loss_in(4)}), loss_in(4));
  // A proof that the last iteration does not have counts as a game that is over, and no more.
  EXPECT_EQ(settled({0, win_in(9), 500}), (SettledValue::kMostValue + 500) / 3);
  EXPECT_EQ(settled({0, -kMaxEvaluation, 500}), (-SettledValue::kMostValue + 500) / 3);
}

}  // namespace tabiya::settled_value_test
