// Play below the engine's strength, for UCI_LimitStrength.
//
// Two things make the engine weak, as they make people weak: it looks at few positions, and it overlooks
// moves. The number of nodes grows with the points as was measured in games. Each move of the position is
// overlooked with a chance that falls to 0 towards kMostElo: the engine then does not know that it could play
// the move, but sees the opponent's moves as ever. The seed and the position decide which, so the same
// question has one answer in a session.
#pragma once

#include <cstdint>

#include "core/game/game_position.h"
#include "tools/uci_server/go_command.h"

namespace tabiya::tools {

std::uint64_t nodes_of_elo(int elo);
double overlooked_share(int elo);  // of the moves of a position

// The command as a player of that strength would execute it. At least one move is not overlooked.
GoCommand weakened(GoCommand command, const GamePosition& root, int elo, std::uint64_t seed);

}  // namespace tabiya::tools
