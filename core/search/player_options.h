// How a player searches and keeps its time, and what a referee's clock is for.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>

#include "core/search/limits.h"
#include "core/search/time_control.h"

namespace tabiya {

struct PlayerOptions {
  Duration time = std::chrono::seconds(30);  // for the game or for each move, unless a line says otherwise
  Duration used{};                           // of it, before the first line: what it took to get ready
  Limits limits{};                           // of each search, in addition to the time
  ClockParameters clock{};
  TimeSources time_sources{};
  // If this is not 0, time passes by nodes alone, this many per millisecond. For measuring clocks on busy
  // machines.
  std::uint64_t nodes_per_millisecond = 0;
  std::function<void(std::string_view)> log{};  // is told of each search, a line of text
};

// A referee's time is for the game or for each move. `time` is what there is unless the referee says otherwise.
enum class ClockKind : std::uint8_t { kGame, kMove };
struct RefereeClock {
  ClockKind kind;
  Milliseconds time;
};

}  // namespace tabiya
