// The tag Variant of games in PGN.
#pragma once

#include <string>
#include <string_view>

#include "core/game/game_module.h"

namespace tabiya::tools {

// True if a Variant tag names other rules than the game's.
bool is_other_variant(const GameModule& game, std::string_view tag);

// Returns the game of that name, which the Variant tag must not contradict; for an empty name the game of the tag, where an
// empty tag means the game that has books of moves. Throws Failure, about `where`.
const GameModule& game_of_variant(const std::string& name, std::string_view tag, const std::string& where);

// Returns the tag of a game that goes on from `first`, as a line. It is empty where every program plays that game.
std::string variant_tag(const GameModule& game, const GamePosition& first);

}  // namespace tabiya::tools
