// The seam between the game and its evaluations.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/games/zero_point_one/position.h"
#include "core/search/score.h"

namespace tabiya::zero_point_one {

// An immutable evaluation with a State kept along a line of play. A state may refer to its parent's, which
// outlives it, so that work can wait until a value is asked for.
template <class E>
concept Evaluator = requires(const E& evaluation, const Position& position, Move move,
                             const typename E::State& parent, typename E::State& state) {
  requires std::default_initializable<typename E::State>;
  // Makes the state of a position from scratch.
  { evaluation.reset(position, state) } -> std::same_as<void>;
  // The state after `move`, from the position before it and its state, to the position after it. No move: the
  // turn was given away.
  { evaluation.update(position, parent, move, position, state) } -> std::same_as<void>;
  // Logit x 10,000 from the view of the side to move.
  { evaluation.value(position, state) } -> std::same_as<Score>;
  // Equal fingerprints, equal values.
  { evaluation.fingerprint() } -> std::same_as<std::uint64_t>;
};

}  // namespace tabiya::zero_point_one
