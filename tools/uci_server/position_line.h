// The UCI command `position`: the game so far.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/game/game_module.h"

namespace tabiya::tools {

struct GameSoFar {
  std::vector<PositionHandle> positions;  // the first one first; never empty
  std::string first;                      // the first one as it was given; empty for the usual start
  std::vector<std::string> moves;         // from each position to the next, as they were given
};

// The game that begins at the usual start, without moves.
GameSoFar usual_game(const GameModule& game);

// The game by the words after `position`: "startpos" or "fen" with a position in the game's notation, then
// "moves" and the moves, in either notation. Errors: kInvalid, which name the move.
Result<GameSoFar> game_so_far(const GameModule& game, std::span<const std::string_view> words);

}  // namespace tabiya::tools
