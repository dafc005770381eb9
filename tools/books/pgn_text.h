// Games in Portable Game Notation: files that are read, and text that is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "codec/text.h"
#include "core/game/game_module.h"
#include "core/game/pgn_reader.h"
#include "tools/cli/option_kinds.h"

namespace tabiya::tools {

// [Name "value"]
std::string pgn_tag(std::string_view name, std::string_view value);

// The number of the move that comes first in a position: the last field of a FEN, or 1.
std::int64_t pgn_move_number(std::string_view position);

// Text that is broken into lines between words; a comment may be broken at its blanks.
class PgnText {
 public:
  void add(std::string_view words);
  void comment(std::string words);
  // The bracket has no blank before the words that follow, and the closing one none before it: "(c4 e5)".
  void open_variation() { prefix_ += '('; }
  void close_variation();

  const std::string& text() const { return text_; }

 private:
  static constexpr std::size_t kColumns = 80;  // that a line may have

  std::string text_, prefix_;
  std::size_t column_ = 0;
};

// The kind of input, for options that go with it.
inline constexpr InputKind kGamesInPgn = "games in PGN";

// True if the name of a file is one of games in PGN, compressed by zstd or not.
bool is_pgn(std::string_view path);

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

// Returns the tag Variant of a game that goes on from `first`, as a line. It is empty where every program plays that game.
std::string variant_tag(const GameModule& game, const GamePosition& first);

}  // namespace tabiya::tools
