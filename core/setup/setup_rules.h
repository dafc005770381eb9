// The rules of a setup phase, beyond GameRules.
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

// SetupRules as a value that is cheap to copy, for games whose rules are known at run time only.
template <class S, class R>
concept SetupsOf = std::copyable<S> && requires(const S& setups, SetupId red, SetupId blue) {
  { setups.reds() } -> std::same_as<const SetupSpace&>;
  { setups.blues() } -> std::same_as<const SetupSpace&>;
  { setups.position_after(red, blue) } -> std::same_as<typename R::Position>;
};

template <SetupRules R>
struct SetupsOfRules {
  static const SetupSpace& reds() { return R::red_setups(); }
  static const SetupSpace& blues() { return R::blue_setups(); }
  static typename R::Position position_after(SetupId red, SetupId blue) {
    return R::position_after(red, blue);
  }
};

}  // namespace tabiya
