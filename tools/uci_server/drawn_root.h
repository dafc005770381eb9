// A move in a position that is drawn by a rule. A GUI may ask for one nevertheless.
#pragma once

#include <span>
#include <string>

#include "core/game/game_engine.h"
#include "core/game/game_module.h"

namespace tabiya::tools {

// The best move by a small search of the opponent's answers: most moves keep the draw, some give up a won
// position or leave it, such as a capture after fifty quiet moves. If the draws of the game are final, there
// is no move. `first_moves`: as GameEngine::search() has it.
GameSearchResult search_after_draw(const GameModule& game, GameEngine& engine, const GamePosition& root,
                                   const Limits& limits, std::span<const std::string> first_moves);

}  // namespace tabiya::tools
