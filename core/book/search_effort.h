// The nodes of a search in a byte, as books of lines keep them for each position.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tabiya {

// Four times the binary logarithm of the nodes, rounded, at least 1: within 9 % of them. 0: nobody knows.
using SearchEffort = std::uint8_t;

inline constexpr SearchEffort kUnknownEffort = 0;

// Infinitely many nodes are unknown ones, too.
inline SearchEffort effort_of(double nodes) {
  if (nodes == 0 || std::isinf(nodes)) return kUnknownEffort;
  const long steps = std::lround(4 * std::log2(nodes));
  return static_cast<SearchEffort>(std::clamp(steps, 1L, 255L));
}

// `effort` is known.
inline double nodes_of(SearchEffort effort) { return std::exp2(effort / 4.0); }

}  // namespace tabiya
