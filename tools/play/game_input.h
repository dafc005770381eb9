// Games as inputs of commands: the files that `match` writes, or plain lines of moves.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game_module.h"
#include "tools/cli/line_log.h"

namespace tabiya::tools {

struct RecordedGame {
  const GameModule* module = nullptr;     // the game that it is of
  std::vector<std::string> moves;         // in wire notation
  std::vector<PositionHandle> positions;  // before each move, and after the last
};

// Game `number` (from 0) of a file with a game on each line: a record of `match`, or moves in either
// notation. A file says which game it is of in its first line: the header of `match`, or kGameComment and the
// name. `game`: that name as --game has it, which must not contradict the file; empty: as the file says, or
// the default one. Throws Failure, with the line, if there is no such game or one of its moves is not
// legal.
RecordedGame read_game(const std::string& game, const std::string& path, std::size_t number);
inline constexpr std::string_view kGameComment = "# game: ";

// The game of a run by its name: `game`, as --game has it; where that is empty, what the file says that the
// run continues with; empty if nothing says it.
std::string game_of_log(const std::string& game, const LogOptions& log);

}  // namespace tabiya::tools
