// Games, positions and setups as the page draws them: all that the page knows of a game comes from here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game/game_module.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// A character for each square, row 0 first: '.', or the letter of the piece there, which counts the glyphs of
// the game from 'A' (for the side that begins) or 'a' (for the other one).
std::string squares_text(const BoardPicture& picture);

// The object has name, title, sides, glyphs (with the steps of their moves) and their paint, names of rows, columns and squares, the start as
// squares, the rules for people, the game's name in PGN (empty: none), whether there are setups and how many,
// whether the results of all pairs are known, who chooses those of each side, and usual: the usual start as
// squares, if it is another one, with setups.
Json game_json(const GameModule& game);

// A game so far: the positions from its beginning to now, and the moves between them.
struct PlayedLine {
  const GameModule* game = nullptr;
  std::vector<PositionHandle> positions;  // at least one
  std::vector<MoveText> moves;            // one fewer

  const GamePosition& now() const { return *positions.back(); }
};

// Plays moves in either notation, separated by blanks, from a position as text, from "startpos" (the usual
// one), or, if that is empty, from before any setup. Throws Failure.
PlayedLine play_out(const GameModule& game, const std::string& position, const std::string& moves);

// The object has text, squares, hands, last_move, side_to_move, setup_phase, caption, result (null while the
// game goes on), score (the result in PGN), played, setups (how many of those are setups), root (the position
// after them: its text, its side to move, `variant`, which is empty where every program plays on from there,
// and whether it is `usual`; null before), and moves: each legal one with its squares and the piece that then
// stands there; `lands`: where else a piece that changes places with another comes to stand, as in castling.
Json position_json(const PlayedLine& line);

// The object has rank, name, wire, mirror (its name), squares.
Json setup_json(const SetupPhase& phase, int side, SetupId id);

// The setup of a side with these pieces, in the letters of squares_text(). Throws Failure with the reason if
// there is none.
SetupId find_setup(const SetupPhase& phase, int side, std::string_view squares);

}  // namespace tabiya::tools
