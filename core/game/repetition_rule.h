// The rule for positions that stand again and again.
#pragma once

#include <string_view>

#include "core/search/game.h"

namespace tabiya {

struct RepetitionRule {
  int times = 0;                     // so often a position stands when the game ends; 0: never
  Outcome outcome = Outcome::kDraw;  // for the side to move then
  std::string_view winner{};         // "White", where one wins
};

// The rule of a game with a constant kRepetitionsThatDraw, or a function repetition_rule(position) where
// rules are known only at run time; others have no such rule.
template <class T, class Position>
RepetitionRule repetition_rule_of(const Position& position) {
  if constexpr (requires { T::kRepetitionsThatDraw; }) {
    return {T::kRepetitionsThatDraw};
  } else if constexpr (requires { T::repetition_rule(position); }) {
    return T::repetition_rule(position);
  } else {
    return {};
  }
}

}  // namespace tabiya
