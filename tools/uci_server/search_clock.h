// The time limit of the search for a move, by the clocks in `go`.
#pragma once

#include <optional>

#include "core/game/game_engine.h"
#include "core/search/time_control.h"
#include "tools/uci_server/go_command.h"

namespace tabiya::tools {

// The other facts about the move that is searched for.
struct MoveCircumstances {
  int side = 0;                       // that moves
  int moves_made = 0;                 // by that side, as far as the game is known
  bool is_forced = false;             // there is one legal move only
  Duration overhead{};                // of each move, lost on the way between the GUI and here
  std::optional<Score> last_score{};  // what the search for the side's last move came to
};

class SearchClock {
 public:
  SearchClock(const GoCommand& go, const MoveCircumstances& circumstances);

  // The most that the search may take, from the moment that the clock runs; empty if time is no limit.
  std::optional<Duration> most() const { return most_; }

  // Returns true if another iteration is worth its time. Call this after each iteration. `spent` is the time
  // since the search began.
  bool goes_on(const GameSearchResult& result, Duration spent);

 private:
  std::optional<MoveTimer> timer_;  // of a clock for several moves
  std::optional<Duration> most_;
  bool is_forced_;
};

}  // namespace tabiya::tools
