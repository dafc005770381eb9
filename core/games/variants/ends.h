// The ends of games.
#pragma once

#include "core/games/variants/position.h"
#include "core/search/game.h"

namespace tabiya::variants {

// Where Makruk's or the ASEAN rules hold, the side that is to be mated counts moves: after so many the game is
// drawn. These are the moves that a side may count to if it begins to count now; 0: it has nothing to count.
int count_limit(const Position& position, int side);

// An end, and how people call it: "the king is in the region of the flag".
struct End {
  Outcome outcome = Outcome::kOpen;  // for the side to move
  std::string_view reason;
};

// A value of the rules as an outcome; kNone is a draw.
Outcome outcome_of(Value value);

// The end by the last move, whatever moves there are: extinction, flags, checks, rows. Nothing follows it.
End decided(const Position& position);

// Neither side has the men to mate, and there is no other way to win. Fairy-Stockfish's judgement, which is
// careful: kinds that a file defines can mate, and so can a pawn that becomes a kind that does.
bool is_material_insufficient(const Position& position);

// The end as decided() has it, and draws: by material, and by the n-move rule, which come after checkmate.
End ended(const Position& position);

// The end for a side without a legal move, if it is not decided otherwise.
End without_moves(const Position& position);

}  // namespace tabiya::variants
