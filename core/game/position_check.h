// Faults in the text of a position from which games are to begin.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game/game_position.h"

namespace tabiya {

// Faults of any game. A game has kinds of its own, which name what can be taken out of the text.
inline constexpr std::string_view kUnreadable = "unreadable";  // the text is no position
inline constexpr std::string_view kImpossible = "impossible";  // no game leads to the position
inline constexpr std::string_view kDeadDraw = "drawn";  // neither side can force a win against any play

struct PositionFault {
  std::string_view kind;  // lives as long as the program
  std::string what;       // for people, without a full stop
};

struct CheckedPosition {
  PositionHandle position;            // what the text means without its faults; null if that is nothing
  std::vector<PositionFault> faults;  // the first one tells why there is no position
  std::string mended;                 // the text without what can be taken out; empty where that is nothing
  std::string operations;             // those of EPD that say nothing of the position: "id \"x\";"
};

}  // namespace tabiya
