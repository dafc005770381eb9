// The linear evaluation: a weight for each piece by its square, and for each piece held, summed for both
// sides. Weights of the published system, in units of logit / 1,000; squares normalised over all eight
// symmetries of the board.
#pragma once

#include <cstdint>

#include "core/games/zero_point_one/position.h"
#include "core/search/score.h"

namespace tabiya::zero_point_one {

// An Evaluator (see evaluator.h).
class LinearEvaluation {
 public:
  struct State {
    std::int32_t red_minus_blue = 0;  // logit / 1,000
  };

  void reset(const Position& position, State& state) const;
  void update(const Position& before, const State& parent, Move move, const Position& after,
              State& state) const;
  Score value(const Position& position, State& state) const;
  std::uint64_t fingerprint() const;

  // The sum of the weights of a setup for its owner, in logit / 1,000.
  static std::int32_t setup_value(const Setup& setup);

  // The value of a pair of setups for Red, who is to move: logit x 10,000.
  static Score pair_value(std::int32_t red_setup_value, std::int32_t blue_setup_value);
};

}  // namespace tabiya::zero_point_one
