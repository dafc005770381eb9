// What a search has found, as JSON: the same for the command `analyse` and for pages.
#pragma once

#include <chrono>
#include <cstdint>

#include "core/game/game_module.h"
#include "core/search/value_text.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

enum class PvText { kWire, kBothNotations };

std::uint64_t nodes_per_second(std::uint64_t nodes, std::chrono::steady_clock::time_point start);

// depth, score (side to move; value_json.h) with win and view, pv, nodes, nps, and others: the same of the
// next best first moves. In both notations a variation is of objects, with wire and readable.
Json analysis_json(const View& view, const GameSearchResult& result, std::uint64_t nps,
                   PvText text = PvText::kWire);

}  // namespace tabiya::tools
