// The results of a search as JSON. The command `analyse` and pages share them.
#pragma once

#include <chrono>
#include <cstdint>

#include "core/game/game_module.h"
#include "core/search/value_text.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

enum class PvText { kWire, kBothNotations };

std::uint64_t nodes_per_second(std::uint64_t nodes, std::chrono::steady_clock::time_point start);

// The object has depth, score (side to move; add_value() in json.h) with win and view, pv, nodes, nps, and others: the
// same fields for the next best first moves. In both notations, the moves of a variation are objects with
// wire and readable.
Json analysis_json(const View& view, const GameSearchResult& result, std::uint64_t nps,
                   PvText text = PvText::kWire);

}  // namespace tabiya::tools
