#include "core/games/zero_point_one/evaluation.h"

#include <gtest/gtest.h>

#include "core/games/zero_point_one/notation.h"
#include "random_game.h"

namespace tabiya::zero_point_one::linear_evaluation_test {

const LinearEvaluation kLinear;

Score value_of(const Position& position) {
  LinearEvaluation::State state;
  kLinear.reset(position, state);
  return kLinear.value(position, state);
}

Score value_of(std::string_view text) { return value_of(*parse_position(text)); }

TEST(LinearEvaluation, AddsWeightsBySquareHandAndSideToMove) {
  // In logit / 1,000: wazirs 655 each, alfil on a3 163, hands 186 + 111 (A, A) and 324 (f); 352 to the mover.
  EXPECT_EQ(value_of("W7/8/8/8/8/8/8/7w r - 10"), 3520);
  EXPECT_EQ(value_of("W1A5/8/8/8/8/8/8/7w r - 10"), 10 * (163 + 352));
  EXPECT_EQ(value_of("W1A5/8/8/8/8/8/8/7w b - 11"), 10 * (352 - 163));
  EXPECT_EQ(value_of("W7/8/8/8/8/8/8/7w r AAf 10"), 10 * (186 + 111 - 324 + 352));
}

TEST(LinearEvaluation, UpdatesEqualTheSumFromScratch) {
  Random random(1);
  for (int game = 0; game < 1000; ++game) {
    LinearEvaluation::State state;
    bool is_first = true;
    play_random_game(random, [&](const Position& position, Move move) {
      if (is_first) kLinear.reset(position, state);
      is_first = false;
      ASSERT_EQ(kLinear.value(position, state), value_of(position)) << format_position(position);
      Position child = position;
      child.play(move);
      LinearEvaluation::State next;
      kLinear.update(position, state, move, child, next);
      state = next;
    });
  }
}

TEST(LinearEvaluation, OfAPairOfSetupsIsTheDifferenceOfTheirValues) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const auto red = random_setup(random);
    const auto blue = random_setup(random);
    Position position;
    position.place(red);
    position.place(blue);
    EXPECT_EQ(value_of(position), LinearEvaluation::pair_value(LinearEvaluation::setup_value(red),
                                                               LinearEvaluation::setup_value(blue)));
  }
}

}  // namespace tabiya::zero_point_one::linear_evaluation_test
