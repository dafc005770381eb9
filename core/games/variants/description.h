// A game from a file, for people: its rules in words, and how its pieces look.
#pragma once

#include <string>
#include <vector>

#include "core/games/variants/betza.h"
#include "core/games/variants/tables.h"

namespace tabiya::variants {

// The moves of a piece in words: "Steps one square diagonally; leaps two squares straight." The text is empty if it does not
// move.
std::string moves_text(const std::vector<PieceStep>& steps);

// The rules in words, a sentence a line: how one wins and draws, what pieces become, and what else moves do. The kinds have
// their glyphs.
std::string rules_text(const Tables& tables);

// Fills in the set of pieces: drawings of known kinds and of known moves, and discs with letters for others.
void draw_kinds(Tables& tables);

}  // namespace tabiya::variants
