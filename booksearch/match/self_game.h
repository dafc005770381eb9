// A game of an engine against itself, and what it thought of it.
#pragma once

#include <vector>

#include "codec/result.h"
#include "core/game/game_engine.h"
#include "core/game/game_position.h"
#include "core/search/limits.h"

namespace tabiya::booksearch {

struct SelfGame {
  std::vector<Score> values;  // of its searches, move by move, from the view of side 0
  double score = 0.5;         // of side 0; 0.5 for a draw
};

inline constexpr int kMostSelfPlies = 1'000;  // after which a game is drawn

// Plays from a position after the setup phase; each move is the best of a search within `limits`. The engine begins with
// an empty memory. Errors: the engine is another program, and cannot be used.
Result<SelfGame> play_self_game(GameEngine& engine, const PositionHandle& start, const Limits& limits);

}  // namespace tabiya::booksearch
