// The UCI command `go`: the limits of a search.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace tabiya::tools
