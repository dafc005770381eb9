// Setups with their mirror images.
#pragma once

#include <span>
#include <vector>

#include "core/setup/setup_space.h"

namespace tabiya::booksearch {

// Returns `setups` and their mirror images, ascending, each once.
std::vector<SetupId> with_mirrors(const SetupSpace& space, std::span<const SetupId> setups);

}  // namespace tabiya::booksearch
