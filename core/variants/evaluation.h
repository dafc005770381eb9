// An evaluation of any game from a file: the men, by the guesses of its tables.
#pragma once

#include <cstdint>

#include "core/search/rules.h"
#include "core/search/score.h"
#include "core/variants/rules.h"

namespace tabiya::variants {

// Men count by their moves (KindRules::value), and a little more towards the middle; pawns by their advance. Where
// the loss of all men wins, men are a burden.
class MenEvaluation {
 public:
  struct State {};

  void reset(const Position&, State&) const {}
  void update(const Position&, const State&, Move, const Position&, State&) const {}
  Score value(const Position& position, State&) const;
  std::uint64_t fingerprint() const { return 1; }
};
static_assert(EvaluatorOf<MenEvaluation, Rules>);

}  // namespace tabiya::variants
