// The UCI commands `go` and `position`: the limits of a search, and the game so far.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/game/game_engine.h"
#include "core/game/game_module.h"
#include "core/search/time_control.h"

namespace tabiya::tools {

struct GoCommand {
  using Milliseconds = std::chrono::milliseconds;

  std::array<std::optional<Milliseconds>, 2>
      time;                                 // left on the clock of the side that begins, and the other
  std::array<Milliseconds, 2> increment{};  // for each move of that side
  std::optional<int> moves_to_go;           // until the clocks are set again
  std::optional<Milliseconds> move_time;
  std::optional<int> depth;            // plies
  std::optional<std::uint64_t> nodes;  // of all threads together
  std::optional<int> mate;             // full moves
  std::optional<int> perft;            // plies: count moves, and search nothing
  std::vector<std::string> first_moves;
  bool infinite = false;  // no answer before `stop`
  bool ponder = false;    // no answer before `stop` or `ponderhit`
};

// Parses the words after `go`. Words that the protocol does not know, and malformed numbers, are passed over;
// numbers out of range count as the nearest in range.
GoCommand parse_go(std::span<const std::string_view> words);

struct GameSoFar {
  std::vector<PositionHandle> positions;  // the first one first; never empty
  std::string first;                      // the first one as it was given; empty for the usual start
  std::vector<std::string> moves;         // from each position to the next, as they were given
};

// The game that begins at the usual start, without moves.
GameSoFar usual_game(const GameModule& game);

// The game by the words after `position`: "startpos" or "fen" with a position in the game's notation, then
// "moves" and the moves, in either notation. Errors: kInvalid, which name the move.
Result<GameSoFar> game_so_far(const GameModule& game, std::span<const std::string_view> words);

// Facts about the move that is searched for, besides those in `go`.
struct MoveCircumstances {
  int side = 0;                       // that moves
  int moves_made = 0;                 // by that side, as far as the game is known
  bool is_forced = false;             // there is one legal move only
  Duration overhead{};                // of each move, lost on the way between the GUI and here
  std::optional<Score> last_score{};  // what the search for the side's last move came to
};

// The time limit of the search for a move, by the clocks in `go`.
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
