// GameEngine: a search of one game, of positions behind handles. Scores are logit x 10,000, the side to
// move's view.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codec/result.h"
#include "core/game/game_position.h"
#include "core/search/limits.h"
#include "core/search/score.h"

namespace tabiya {

struct GameLine {
  Score score = 0;
  std::vector<MoveText> pv;  // the principal variation
};

struct GameSearchResult {
  GameLine best;    // its variation is empty only if there is no legal move
  int depth = 0;    // of the last completed iteration
  int deepest = 0;  // plies from the root to the farthest node visited
  std::uint64_t nodes = 0;
  std::vector<GameLine> others;  // the next best first moves, as many as asked for
  // Wins, draws and losses of the side to move per mille, if the engine tells them; our own search tells none.
  std::optional<std::array<int, 3>> chances{};
};

// A search of one game. For use by one thread.
class GameEngine {
 public:
  using Report = std::function<bool(const GameSearchResult&)>;  // of each iteration; false ends the search

  virtual ~GameEngine() = default;

  virtual void new_game() = 0;  // forgets everything learned

  // Searches a position after the setup phase, which stands at the end of `line`: the positions of the game
  // so far, as far as they are known. `first_moves`: the only ones that it may begin with, in either
  // notation; all of them where none is named. Words that are no legal move there are passed over. Errors:
  // the engine is another program, and cannot be used; a search of ours has none.
  virtual Result<GameSearchResult> search(std::span<const PositionHandle> line, const Limits& limits,
                                          const Report& report,
                                          std::span<const std::string> first_moves = {}) = 0;

  // The share of the transposition table that the last search has written, per mille.
  virtual int table_use() const = 0;

  // The static value. Errors: kInvalid if the evaluation knows no value of the position.
  virtual Result<Score> evaluate(const GamePosition& position) const = 0;
};

}  // namespace tabiya
