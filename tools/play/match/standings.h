// What a match of more than two engines says about each of them.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tools/play/match/match_runner.h"
#include "tools/play/match/pairings.h"
#include "tools/play/match/statistics.h"

namespace tabiya::tools {

struct Standing {
  std::size_t engine = 0;
  Tally tally{};                                // of all its games, from its view
  std::optional<EloEstimate> estimate{};        // against all that it has met, taken together
  std::vector<std::optional<Tally>> against{};  // by engine; nothing for those that it does not meet
};

// Best score first; among equals, the engine that was named first. `scoreboards` are those of the pairings.
std::vector<Standing> standings(const Pairings& pairings, const std::vector<Scoreboard>& scoreboards);

}  // namespace tabiya::tools
