// Games into counts of moves: a filter of the games of a file, and the moves that they contribute.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/book/book_walk.h"
#include "core/game/game_module.h"
#include "core/game/pgn_reader.h"
#include "tools/books/move_counter.h"
#include "tools/books/skipped_games.h"

namespace tabiya::tools {

struct GameFilter {
  std::size_t plies = 60;            // from the position in which a game begins
  int min_elo = 0;                   // of both players; 0: whatever they have
  std::string colour{"both"};        // whose moves: "white", "black" or "both"
  std::vector<std::string> results;  // of the games that count; empty for all
  bool in_polyglot = true;           // only games whose positions have a key in PolyGlot's format
};

struct GameCounts {
  std::uint64_t games = 0;  // read
  std::uint64_t used = 0;
  std::uint64_t left_out = 0;  // by the filter
  std::uint64_t skipped = 0;   // broken, illegal or of another game
  std::uint64_t moves = 0;     // counted
};

class GameReader {
 public:
  // The game has books of moves.
  GameReader(const GameModule& game, GameFilter filter, MoveCounter& counter)
      : game_(game), walk_(game.make_book_walk()), filter_(std::move(filter)), counter_(counter) {}

  // Counts the moves of a game, or none of them. Skipped games are reported on standard error, the first few
  // of each file with file and line. Throws Failure as MoveCounter::add().
  void read(const PgnGame& game, const std::string& file);

  const GameCounts& counts() const { return counts_; }

 private:
  struct Step {
    PositionKey key;
    MoveCode move;
    int side;
  };

  bool is_wanted(const PgnGame& game) const;
  // Plays the game through. Returns the line and the reason if that is impossible.
  std::optional<PgnFault> replay(const PgnGame& game);
  std::optional<PgnFault> set_up(const PgnGame& game);
  void skip(const PgnFault& fault, const std::string& file);

  const GameModule& game_;
  std::unique_ptr<BookWalk> walk_;
  GameFilter filter_;
  MoveCounter& counter_;
  GameCounts counts_;
  std::vector<Step> steps_;  // of the game that is read
  SkippedGames skipped_;
};

}  // namespace tabiya::tools
