// The origin of a pair's value: the evaluation and the search that computed it, and the line of play that the
// search found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tabiya {

// Equal origins mean equal values for the same work. 0 stands for what is not known.
struct ValueOrigin {
  std::uint64_t evaluation = 0;  // fingerprint of the evaluation: of a network, the one that is in its file
  std::uint64_t search = 0;      // fingerprint of the search

  friend bool operator==(const ValueOrigin&, const ValueOrigin&) = default;
};

// The line of play: its first moves, each as its place among the legal moves of its position, in the order of
// GamePosition::moves(); at most kLinePlies.
using LinePlaces = std::vector<std::uint16_t>;
inline constexpr std::size_t kLinePlies = 8;

}  // namespace tabiya
