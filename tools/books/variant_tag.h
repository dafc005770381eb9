// The tag Variant of games in PGN.
#pragma once

#include <string>
#include <string_view>

#include "core/game/game_module.h"

namespace tabiya::tools {

// True if a Variant tag names other rules than the game's.
bool is_other_variant(const GameModule& game, std::string_view tag);

// Returns the game of a Variant tag; an empty one means the game that has books of moves. Throws Failure, about
// `where`, if no game is known by it.
const GameModule& game_of_variant(std::string_view tag, const std::string& where);

// Returns the tag of a game that goes on from `first`, as a line. It is empty where every program plays that game.
std::string variant_tag(const GameModule& game, const GamePosition& first);

}  // namespace tabiya::tools
