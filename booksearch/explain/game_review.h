// The review of a game: the cost of each move for the side that made it, how sure that is, and the total for each side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/board/move_text.h"
#include "core/game/game_engine.h"
#include "core/search/score.h"
#include "core/search/value_text.h"

namespace tabiya::booksearch {

// The error of a search, estimated from the changes of its value from one depth to the next.
class SearchError {
 public:
  // Adds an iteration that the search reports; the last one of a depth counts.
  void add(const GameSearchResult& iteration);

  // Returns the root mean square of the last kChanges changes, in logit x 10,000. It is 0 for a proved value;
  // nothing before two depths have values that are not proved.
  std::optional<Score> error() const;

  static constexpr std::size_t kChanges = 3;

 private:
  struct Iteration {
    int depth;
    Score score;
  };
  std::vector<Iteration> iterations_;
};

// Returns the error of the difference between the results of two searches whose errors are independent;
// nothing if one of them is not known.
std::optional<Score> error_of_difference(std::optional<Score> a, std::optional<Score> b);

// The cost of a move for the side that made it. Scores are from the view of that side.
struct JudgedMove {
  std::size_t ply;
  MoveText played, best;
  View view;
  Score before;  // of the position before it
  Score after;   // of the move, when what follows is searched
  int depth;
  std::optional<Score> error;  // standard error of after - before; nothing if it is not known

  // Returns the loss by the move; nothing for proved results, which are no amounts that could be subtracted.
  std::optional<Score> loss() const {
    if (before != after && (is_proven(before) || is_proven(after))) return std::nullopt;
    return before - after;
  }
};

// The marks that annotators use; the explorer has the same limits.
enum class Mark : std::uint8_t { kNone, kDoubtful, kMistake, kMissedWin, kBlunder };

inline constexpr Score kDoubtfulLoss = 2'000, kMistakeLoss = 5'000;  // more than that

// Returns the mark of a move. The search's best move has none, whatever the next search says of it; nor has a
// loss within twice its error.
Mark mark_of(const JudgedMove& move);

// The total cost of one side's moves in a game.
struct SideSum {
  std::size_t moves = 0, best = 0, unknown = 0;  // unknown: those whose loss is no amount
  std::int64_t loss = 0;
  double squared_errors = 0;  // of the losses whose error is known, summed

  std::array<std::size_t, 5> marks{};  // by Mark

  std::size_t marked(Mark mark) const { return marks[static_cast<std::size_t>(mark)]; }
  void add(const JudgedMove& move);
};

}  // namespace tabiya::booksearch
