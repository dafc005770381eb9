// What ends a search, and what a search hands back.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/search/score.h"

namespace tabiya {

inline constexpr int kMaxDepth = kMaxPly - 1;

// A search ends at the first limit that it meets. Depth and nodes are exact and the same on every machine;
// the stop flag and the deadline are looked at now and then.
struct Limits {
  int depth = kMaxDepth;  // plies, 0 … kMaxDepth; 0 is a quiescence search
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  const std::atomic<bool>* stop = nullptr;
  std::optional<std::chrono::steady_clock::time_point> deadline{};
};

template <class Move>
struct SearchResult {
  Score score = 0;          // from the view of the side to move
  std::vector<Move> pv;     // the principal variation; empty only when the root has no move to choose
  int depth = 0;            // of the last completed iteration
  std::uint64_t nodes = 0;  // visited since the search began
};

}  // namespace tabiya
