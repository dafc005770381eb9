// A move in a position that a rule has drawn, which a GUI may ask for nevertheless.
#pragma once

#include <span>
#include <string>

#include "core/game/game_engine.h"
#include "core/game/game_module.h"

namespace tabiya::tools {

// The move after which a small search of the opponent's answers comes out best: most moves keep the draw, some
// give up a won position or leave it, such as a capture after fifty quiet moves. Of a game whose draws are
// final, no move. `first_moves`: as GameEngine::search() has it.
GameSearchResult search_after_draw(const GameModule& game, GameEngine& engine, const GamePosition& root,
                                   const Limits& limits, std::span<const std::string> first_moves);

}  // namespace tabiya::tools
