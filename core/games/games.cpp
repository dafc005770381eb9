#include "core/games/games.h"

#include <algorithm>

// All games, one line each, by the names of their folders; the first is the default. Each folder's module.cpp
// defines the function module() in the namespace of that name.
#define TABIYA_GAMES(GAME) \
  GAME(zero_point_one)     \
  GAME(ard_ri)             \
  GAME(pawn_race)          \
  GAME(chess)

namespace tabiya {

#define TABIYA_DECLARE_GAME(name) \
  namespace name {                \
  const GameModule& module();     \
  }
TABIYA_GAMES(TABIYA_DECLARE_GAME)
#undef TABIYA_DECLARE_GAME

std::span<const GameModule* const> games() {
#define TABIYA_LIST_GAME(name) &name::module(),
  static const GameModule* const kGames[] = {TABIYA_GAMES(TABIYA_LIST_GAME)};
#undef TABIYA_LIST_GAME
  return kGames;
}

const GameModule* find_game(std::string_view name) {
  const auto found = std::ranges::find(games(), name, &GameModule::name);
  return found == games().end() ? nullptr : *found;
}

}  // namespace tabiya
