// The setups of both sides.
#pragma once

#include <compare>

#include "core/setup/setup_space.h"

namespace tabiya {

struct SetupPair {
  SetupId red = 0, blue = 0;

  friend auto operator<=>(const SetupPair&, const SetupPair&) = default;
};

}  // namespace tabiya
