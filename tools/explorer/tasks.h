// The computations that any page can start: in a thread of the server (works.h), or in a worker of an exported page.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/search/limits.h"
#include "tools/cli/json.h"
#include "tools/explorer/game_json.h"
#include "tools/explorer/library.h"

namespace tabiya::tools {

// Publishes the current result in place of the earlier one.
using Publish = std::function<void(const Json&)>;

// A task ends soon after `stop` is set. Throws Failure.
using Task = std::function<void(const std::atomic<bool>& stop, const Publish& publish)>;

inline constexpr std::size_t kTaskTableBytes = std::size_t{16} << 20;  // of a search of pairs

struct AnalysisRequest {
  PlayedLine line;  // after the setup phase
  int lines = 1;    // first moves that get a value
  int depth = kMaxDepth;
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  int milliseconds = 0;  // 0: without limit
};

// The results are those that `analyse --json` prints, iteration by iteration, with the moves of each line in
// both notations; and `error`, how far the value may be off (SearchError), or null.
Task analysis_task(Library& library, const GameModule& game, AnalysisRequest request);

// The only result is the "explanation" that `analyse --explain --json` prints, with the moves in both
// notations. The side to move must have a legal move. `asked`: legal moves that are explained in any case.
Task explanation_task(Library& library, const GameModule& game, PlayedLine line,
                      std::vector<std::string> asked);

struct RepliesRequest {
  SetupId red = 0;
  std::vector<SetupId> known;  // replies that are searched in any case
  std::vector<SetupId> pool;   // from which the statically best are taken
  std::uint32_t candidates = 0;
  int depth = 1;  // plies that the last iteration searches
};

// Searches replies to a red, each from an empty table, deeper and deeper. The results are {"depth", "of" (the
// depth under way), "done", "total", "evaluation" (its fingerprint), "replies": name, wire, squares, value
// (red's view), win, loss (for Blue, against the best), known}. The replies are those of the last finished
// iteration, the best for Blue first.
Task replies_task(Library& library, const GameModule& game, RepliesRequest request);

// Lets each two neighbours of the red change places, and searches replies to what comes of it, as to the red itself,
// at the depth of the request. The results are {"done", "total", "depth", "value" (of the red, its view), "swaps":
// name, wire, squares, value (red's view), win, loss (for Red; below 0 it gains), and from and to, the two squares by their numbers}, the
// worst for Red first.
Task swaps_task(Library& library, const GameModule& game, RepliesRequest request);

// Searches all pairs of setups of a game with few of them. The results are {"depth", "of", "done", "total"}
// and matrix_json(), of the last finished depth. Depth 0 is static.
Task matrix_task(Library& library, const GameModule& game, int depth);

}  // namespace tabiya::tools
