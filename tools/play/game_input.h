// Games as inputs of commands: the files that `match` writes, or plain lines of moves; and the openings of
// matches.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/match/openings.h"
#include "core/game/game_module.h"
#include "tools/assets/book_input.h"
#include "tools/cli/record_log.h"

namespace tabiya::tools {

struct RecordedGame {
  const GameModule* module = nullptr;     // the game that it is of
  std::vector<std::string> moves;         // in wire notation
  std::vector<PositionHandle> positions;  // before each move, and after the last
};

// Game `number` (from 0) of a file in PGN, or with a game on each line: a record of `match`, or moves in either
// notation. A game in PGN is of its tag Variant, or of the game that has books of moves. The first line of a file names
// its game: it is the header of `match`, or kGameComment and the name. `game` is the name in --game, which must not
// contradict the file; if it is empty, the file's game or the default one is taken. Throws Failure, with the line, if
// there is no such game or one of its moves is not legal.
RecordedGame read_game(const std::string& game, const std::string& path, std::size_t number);
// The first game of a file, to be continued. Throws Failure also if it does not begin where its game does.
RecordedGame read_game_from_start(const std::string& game, const std::string& path);
inline constexpr std::string_view kGameComment = "# game: ";

// The name of the game of a run: `game`, as --game has it, or else the game in the file that the run
// continues; empty if neither names one.
std::string game_of_log(const std::string& game, const LogOptions& log);

// The openings of a file. A file named .pgn or .pgn.zst gives those of its games, to `plies` of their moves.
// Games of other variants are skipped with a note. Any other file is a text with one opening a line: moves in either
// notation; or a line as split_written_line() reads it; or a position, as FEN and EPD have it. Empty lines and those
// that begin with # do not count.
// Throws Failure, with the line, for an opening that cannot be read or is over, and for a file without
// openings.
std::vector<booksearch::Opening> read_openings(const GameModule& game, const std::string& path,
                                               std::size_t plies);

// The openings of a book, red setups with their replies, best first. Throws Failure.
std::vector<booksearch::Opening> book_openings(const LoadedBook& loaded, const std::string& path);

}  // namespace tabiya::tools
