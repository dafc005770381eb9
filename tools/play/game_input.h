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

// Game `number` (from 0) of a file in PGN, or with a game on each line: a record of `match`, or moves in either
// notation. A game in PGN is of its tag Variant, or of the game that has books of moves. The first line of a file names its game: it is the header of `match`, or kGameComment and the
// name. `game` is the name in --game, which must not contradict the file; if it is empty, the file's game or
// the default one is taken. Throws Failure, with the line, if there is no such game or one of its moves is
// not legal.
RecordedGame read_game(const std::string& game, const std::string& path, std::size_t number);
// The first game of a file, to be continued. Throws Failure also if it does not begin where its game does.
RecordedGame read_game_from_start(const std::string& game, const std::string& path);
inline constexpr std::string_view kGameComment = "# game: ";

// The name of the game of a run: `game`, as --game has it, or else the game in the file that the run
// continues; empty if neither names one.
std::string game_of_log(const std::string& game, const LogOptions& log);

}  // namespace tabiya::tools
