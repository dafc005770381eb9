// Rules as a Game for searches that need no evaluation.
#pragma once

#include <cstdint>

#include "core/search/evaluated_game.h"
#include "core/search/rules.h"

namespace tabiya {

template <GameRules R>
struct NoEvaluation {
  struct State {};

  void reset(const typename R::Position&, State&) const {}
  void update(const typename R::Position&, const State&, typename R::Move, const typename R::Position&,
              State&) const {}
  Score value(const typename R::Position&, State&) const { return 0; }
  std::uint64_t fingerprint() const { return 0; }
};

}  // namespace tabiya
