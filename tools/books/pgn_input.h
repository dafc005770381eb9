// Games in Portable Game Notation as inputs of commands.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/game/game_module.h"
#include "core/game/pgn_reader.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/option_kinds.h"

namespace tabiya::tools {

// The kind of input, for options that go with it.
inline constexpr InputKind kGamesInPgn = "games in PGN";

// Passes each game of a file of any size, compressed by zstd or not, to `take`; `-` is standard input. Throws Failure if
// the file cannot be read or its compression is damaged. An exception of `take` ends the reading, too.
void read_games(const std::string& path, const std::function<void(const PgnGame&)>& take,
                PgnReader::Keep keep = PgnReader::Keep::kMainLine);

// Reports games that a command cannot use on standard error, the first few of each file with line and reason.
class SkippedGames {
 public:
  // `line` is of the file.
  void tell(const std::string& file, std::size_t line, const std::string& reason);

 private:
  std::string file_;  // of the game that was skipped last
  int told_ = 0;      // of that file
};

// Returns the game of that name, which the Variant tag must not contradict; for an empty name the game of the tag, where an
// empty tag means the game that has books of moves. Throws Failure, about `where`.
const GameModule& game_of_variant(const std::string& name, std::string_view tag, const std::string& where);

inline constexpr const char* kValuedPgn = "pgn";  // as options name the format
// Reads a book of moves with values from all games of a file (booksearch/books/valued_pgn.h). They are of the game of that
// name, or, where it is empty, of the one that their tags Variant name. Throws Failure, with the line.
LoadedValues read_valued_pgn(const std::string& path, const std::string& game = {});

}  // namespace tabiya::tools
