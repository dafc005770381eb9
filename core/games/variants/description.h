// The rules of a game from a file in words, for people.
#pragma once

#include <string>
#include <vector>

#include "core/games/variants/betza.h"
#include "core/games/variants/tables.h"

namespace tabiya::variants {

// How a piece moves: "Steps one square diagonally; leaps two squares straight." Empty if it does not move.
std::string moves_text(const std::vector<PieceStep>& steps);

// How one wins and draws, what pieces become, and what else moves do, a sentence a line. The kinds have their glyphs.
std::string rules_text(const Tables& tables);

}  // namespace tabiya::variants
