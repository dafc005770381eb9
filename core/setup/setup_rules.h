// What the rules of a game with a setup phase say of it, beyond GameRules.
#pragma once

#include <concepts>

#include "core/search/rules.h"
#include "core/setup/setup_space.h"

namespace tabiya {

template <class R>
concept SetupRules = GameRules<R> && requires(SetupId red, SetupId blue) {
  // The setups of the side that places first, and of the other: immutable, and there for as long as the
  // program runs.
  { R::red_setups() } -> std::same_as<const SetupSpace&>;
  { R::blue_setups() } -> std::same_as<const SetupSpace&>;
  // The position after the setup phase.
  { R::position_after(red, blue) } -> std::same_as<typename R::Position>;
};

}  // namespace tabiya
