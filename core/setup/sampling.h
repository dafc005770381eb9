// Lists of setups: seeded samples, and mirror images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/random.h"
#include "core/setup/setup_space.h"

namespace tabiya {

// `size` different numbers below `bound`, size <= bound, each choice equally likely, in ascending order.
std::vector<std::uint32_t> sample_below(std::uint32_t bound, std::uint32_t size, Random& random);

// `size` different normalised setups, each choice equally likely, in ascending order; all normalised setups
// if there are no more than `size`. None is of `except`, which are normalised setups, each once and in ascending order.
// The sample depends on these and the seed alone, and takes memory for itself only, however large the space is.
std::vector<SetupId> sample_normalised(const SetupSpace& space, std::size_t size, std::uint64_t seed,
                                       std::span<const SetupId> except = {});

// The setups that have these numbers, from 0 and ascending, among the normalised ones in ascending order without `except`.
// The space is walked through up to the last of them.
std::vector<SetupId> normalised_at(const SetupSpace& space, std::span<const std::uint32_t> numbers,
                                   std::span<const SetupId> except = {});

// `setups` and their mirror images, ascending, each once.
std::vector<SetupId> with_mirrors(const SetupSpace& space, std::span<const SetupId> setups);

}  // namespace tabiya
