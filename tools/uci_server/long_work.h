// The work other than searching for a move that a UCI session does on a search's thread: counting moves, and
// measuring.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game/game_module.h"
#include "tools/uci_server/info_lines.h"
#include "tools/uci_server/uci_output.h"

namespace tabiya::tools {

// `go perft`: reports how many sequences of legal moves begin with each move, and how many there are.
void count_moves(UciOutput& output, const InfoStyle& style, const GamePosition& root, int depth,
                 const std::atomic<bool>& stop);

// `bench`: searches fixed positions of the game to a depth, each as if it were the first, and reports the
// nodes. Their sum is the signature of the search: the same on every machine, as long as there is one thread.
void measure_search(UciOutput& output, const GameModule& game, GameEngine& engine, int depth,
                    const std::atomic<bool>& stop);

}  // namespace tabiya::tools
