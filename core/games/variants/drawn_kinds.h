// How the kinds of pieces of a game from a file look, and what they are called.
#pragma once

#include "core/games/variants/tables.h"

namespace tabiya::variants {

// Fills in the set of pieces: drawings of known kinds and of known moves, and discs with letters for others.
void draw_kinds(Tables& tables);

}  // namespace tabiya::variants
