// The UCI command `position`: the game so far.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/games/game_module.h"

namespace tabiya::tools {

// The positions of a game, the first one first, by the words after `position`: "startpos" or "fen" with a
// position in the game's notation, then "moves" and the moves, in either notation. Errors: kInvalid, which
// name the move.
Result<std::vector<PositionHandle>> game_so_far(const GameModule& game,
                                                std::span<const std::string_view> words);

}  // namespace tabiya::tools
