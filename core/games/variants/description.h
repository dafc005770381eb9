// A game from a file, for people: its rules in words, and how its pieces look.
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

// Fills in the set of pieces: drawings of known kinds and of known moves, and discs with letters for others.
void draw_kinds(Tables& tables);

}  // namespace tabiya::variants
