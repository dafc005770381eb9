// The first moves of perfect play, found by a solver right after it has solved a position.
#pragma once

#include <vector>

#include "codec/result.h"
#include "core/game/game_module.h"
#include "core/game/solving/first_moves.h"
#include "core/game/solving/game_solver.h"
#include "core/game/solving/perfect_play.h"

namespace tabiya::tools {

// Prepares the lines of those who have something to lose: of the winner, or of both sides in a draw. Errors:
// kStopped by the limits.
Result<std::vector<PreparedLine>> prepare_first_moves(const PositionHandle& start, const SolvedValue& value,
                                                      PerfectPlay& player, int plies, const Limits& limits);

}  // namespace tabiya::tools
