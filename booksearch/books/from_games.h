// Games into counts of moves: a filter of the games of a file, and the moves that they contribute.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codec/result.h"
#include "core/book/book_walk.h"
#include "core/book/move_book.h"
#include "core/game/game_module.h"
#include "core/game/pgn_reader.h"

namespace tabiya::booksearch {

// The result of a game, for the side that made the move.
enum class GameOutcome : std::uint8_t { kLoss, kDraw, kWin, kUnknown };

// Counts of moves in positions, and of the results of their games, for any number of games in bounded memory.
// Moves that do not fit wait in a temporary file, sorted.
class MoveCounter {
 public:
  static constexpr std::size_t kDefaultCapacity = std::size_t{1} << 23;  // moves in memory, of 16 bytes each

  explicit MoveCounter(std::size_t capacity = kDefaultCapacity);

  // Counts a move that was played. Errors: kIo if the temporary file cannot be written.
  Status add(PositionKey key, MoveCode move, GameOutcome outcome);

  // Calls `take` with each move of each position, in the order of keys and codes, without weights. The
  // counter is empty afterwards. Errors: kIo for the temporary file.
  Status finish(const std::function<void(const BookMove&)>& take);

 private:
  struct Played {
    PositionKey key;
    MoveCode move;
    GameOutcome outcome;

    std::pair<PositionKey, MoveCode> place() const { return {key, move}; }
  };
  struct Run;  // of the temporary file

  void sort_played();
  Status spill();
  Status merge_runs(const std::function<void(const Played&)>& take);

  std::size_t capacity_;
  std::vector<Played> played_;
  std::vector<std::uint64_t> run_ends_;  // offsets in the file
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{nullptr, std::fclose};
};

struct GameFilter {
  std::size_t plies = 60;              // from the position in which a game begins
  int min_elo = 0;                     // of both players; 0: whatever they have
  std::string colour{"both"};          // whose moves: "white", "black" or "both"
  std::vector<std::string> results{};  // of the games that count; empty for all
  bool in_polyglot = true;             // only games whose positions have a key in PolyGlot's format
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
      : game_(game), filter_(std::move(filter)), counter_(counter) {}

  // Counts the moves of a game, or none of them. Returns the fault of a game that is skipped. Errors: those of
  // MoveCounter::add().
  Result<std::optional<PgnFault>> read(const PgnGame& game);

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

  const GameModule& game_;
  std::unique_ptr<BookWalk> walk_;  // of the game that is read
  GameFilter filter_;
  MoveCounter& counter_;
  GameCounts counts_;
  std::vector<Step> steps_;  // of the game that is read
};

// The names of the formulas that turn counts of games into the weights of a book's moves, all for the side that moves:
// "results" is 4 wins - 2 losses + draws; "score" is 2 wins + draws, where games without a result count as draws, as in
// `make-book` of PolyGlot 1.4 (book_make.c); "games" is their number, and "wilson" the lower end of Wilson's 95 %
// interval of the score, in 1/10,000.
std::vector<std::string> weight_formulas();

// The weight of a move with counts; 0 where the formula gives less.
std::uint64_t weight_of(const BookMove& move, const std::string& formula);

// The lower end of the interval at 1.96 standard deviations of a share of `score` in `games` (E. B. Wilson, "Probable
// inference, the law of succession, and statistical inference", 1927); 0 without games.
double wilson_lower_bound(double score, double games);

}  // namespace tabiya::booksearch
