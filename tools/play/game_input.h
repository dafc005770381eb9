// Games as inputs of commands: the files that `match` writes, or plain lines of moves.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/games/game_module.h"

namespace tabiya::tools {

struct RecordedGame {
  std::vector<std::string> moves;         // in wire notation
  std::vector<PositionHandle> positions;  // before each move, and after the last
};

// Game `number` (from 0) of a file with a game on each line: a record of `match`, or moves in either
// notation. Throws Failure, with the line, where there is no such game or one of its moves is not legal.
RecordedGame read_game(const GameModule& game, const std::string& path, std::size_t number);

// A move or setup as people write it, in wire notation. What is neither stays as it is.
std::string wire_of(const GameModule& game, const GamePosition& position, const std::string& text);

}  // namespace tabiya::tools
