// Games, positions and setups as the page draws them: all that it knows of a game comes through here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game/game_module.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// What stands on each square, row 0 first: '.', or a letter that counts the glyphs of the game from 'A' (of
// the side that begins) or 'a' (of the other one).
std::string squares_text(const BoardPicture& picture);

// name, title, sides, glyphs and their paint, names of rows, columns and squares, the start as squares,
// its rules for people, what PGN calls it (empty: nothing), whether there are setups and how many, whether the worth of all pairs is known, who chooses those of
// each side, and usual: the usual start as squares, where it is another one, with setups
Json game_json(const GameModule& game);

// A game so far: the positions from its beginning to now, and what led from each to the next.
struct PlayedLine {
  std::vector<PositionHandle> positions;  // at least one
  std::vector<MoveText> moves;            // one fewer

  const GamePosition& now() const { return *positions.back(); }
};

// From a position as text, "startpos" (the usual one), or nothing (before any setup), by moves in either
// notation that blanks separate. Throws Failure.
PlayedLine play_out(const GameModule& game, const std::string& position, const std::string& moves);

// text, squares, hands, last_move, side_to_move, setup_phase, caption, result (null while the game goes on), score (the
// result in PGN), played, setups (how many of those are setups), root (the position after them, its text and side to move; null
// before), and moves: each legal one with its squares and what it puts on the board
Json position_json(const PlayedLine& line);

// rank, name, wire, mirror (its name), squares
Json setup_json(const SetupPhase& phase, int side, SetupId id);

// The setup of a side that looks like this, in the letters of squares_text(). Throws Failure, which says why
// there is none.
SetupId find_setup(const SetupPhase& phase, int side, std::string_view squares);

}  // namespace tabiya::tools
