// Lists of start positions, read one by one: FEN and EPD, pairs of setups, lines of moves, and games in PGN,
// compressed by zstd or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/result.h"
#include "core/game/game_module.h"
#include "core/game/pgn_reader.h"
#include "core/setup/setup_space.h"

namespace tabiya::booksearch {

// A start position in a list.
struct StartEntry {
  std::size_t line = 0;       // of the file, from 1; of a game, the one on which it begins
  std::uint64_t written = 0;  // equal for entries that are written in the same way
  // The faults of the position that is named, or the first move that cannot be played.
  std::vector<PositionFault> faults;
  std::optional<std::size_t> offset;  // of the first fault in the line, where that can be told
  PositionHandle position;            // after the moves; null if there is none
  std::optional<SetupPair> pair;      // where the entry is one, and no moves follow
  std::string operations;             // as in CheckedPosition
  std::string mended;  // as in CheckedPosition, of the position that is named: of a game, its FEN
  const PgnGame* played = nullptr;  // of games, during the call alone
  std::vector<std::uint64_t> path;  // a key of each beginning of its moves, that of no moves first
};

struct StartOptions {
  const GameModule* game = nullptr;  // null: the first one of `games` that an entry can be of
  std::vector<const GameModule*>
      games{};  // one at least, if there is no game; of lists that none can read, the first
  std::size_t plies = PgnGame::kMaxPlies;  // of the moves of games in PGN
};

// The format of a file, by its name or, if that is not enough, by its beginning.
enum class StartFormat { kLines, kGames };

// The format that a text tells by its beginning.
StartFormat format_of_starts(std::string_view beginning);

// Reads lists of one game.
class StartReader {
 public:
  explicit StartReader(StartOptions options) : options_(std::move(options)) {}

  // Calls `take` with each entry of a list. Empty lines, and those that begin with #, are none. A line is
  //   a position, with the operations of EPD or without; the names of two setups;
  //   moves from the beginning of a game in either notation, with their numbers or without; or
  //   "startpos" or "fen POSITION", with "position" before it or "moves" after it or without these, and moves or none.
  // A game of another variant, as its tag says, is unreadable.
  // Errors, which name the file: it cannot be read, or has a line that is too long; kInvalid without a game. Those of
  // `take`, which end the reading, are returned as they are.
  using Take = std::function<Status(const StartEntry&)>;
  Result<StartFormat> read(const std::string& path, const Take& take);

  // The game is null before the first entry that can be read in any game.
  const GameModule* game() const { return options_.game; }

 private:
  template <class Resolve>
  bool find_game(Resolve&& resolve);
  template <class Entry>
  class Waiting;

  StartOptions options_;
};

}  // namespace tabiya::booksearch
