// What UCI engines are told of a game.
#pragma once

#include "booksearch/engines/uci_choice.h"
#include "core/game/game_module.h"

namespace tabiya::tools {

// The description of a game for an engine, with the file of its rules if that exists.
booksearch::ToldGame told_game(const GameModule& game);

}  // namespace tabiya::tools
