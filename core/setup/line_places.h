// The line of play of a pair of setups, as searches find it and books keep it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tabiya {

// The first moves, each as its place among the legal moves of its position, in the order of
// GamePosition::moves(); at most kLinePlies.
using LinePlaces = std::vector<std::uint16_t>;
inline constexpr std::size_t kLinePlies = 8;

}  // namespace tabiya
