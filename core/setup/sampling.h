// Seeded sampling of setups.
#pragma once

#include <cstdint>
#include <vector>

#include "core/random.h"
#include "core/setup/setup_space.h"

namespace tabiya {

// `size` different numbers below `bound`, size <= bound, each choice equally likely, in ascending order.
std::vector<std::uint32_t> sample_below(std::uint32_t bound, std::uint32_t size, Random& random);

// `size` different normalised setups, each choice equally likely, in ascending order; all normalised setups
// if there are no more than `size`. Depends on the space and the seed alone.
std::vector<SetupId> sample_normalised(const SetupSpace& space, std::size_t size, std::uint64_t seed);

}  // namespace tabiya
