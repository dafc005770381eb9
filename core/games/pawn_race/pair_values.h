// The values of pairs of gaps with perfect play, as `tabiya solve --all --game pawn_race` finds them.
#pragma once

#include <array>
#include <string_view>

#include "core/games/pawn_race/rules.h"
#include "core/setup/setup_space.h"

namespace tabiya::pawn_race {

// The values by White's gap from a to d, then Black's from a to h: W where White wins, B where Black does, =
// for a draw. The other pairs are their mirror images.
inline constexpr std::array<std::string_view, Board::kColumns / 2> kPairValues{
    "=WWWWBBW",
    "WWWBWBWW",
    "WWBWWWWW",
    "WWWWWWWW",
};

constexpr char pair_value(SetupId white, SetupId black) {
  constexpr SetupId kLast = Board::kColumns - 1;
  return white < kPairValues.size() ? kPairValues[white][black] : kPairValues[kLast - white][kLast - black];
}

}  // namespace tabiya::pawn_race
