// GameSolver: proofs of who wins, in one game. GameModule::make_solver() makes it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/search/game.h"
#include "core/search/limits.h"
#include "core/search/proof/proof_numbers.h"

namespace tabiya {

class GamePosition;

// For use by one thread; several may share a table. Positions are ones in which moves are made; what was
// played before does not count. Sides are 0 and 1.
class GameSolver {
 public:
  virtual ~GameSolver() = default;

  // Finds out whether that side wins by force; kUnknown if a limit was met first. Depth is not among the
  // limits. When it is asked again, it continues from what the table remembers.
  virtual Verdict solve(const GamePosition& position, int attacker, const Limits& limits) = 0;
  // The verdict without a search, as far as it is known.
  virtual Verdict known(const GamePosition& position, int attacker) = 0;
  // The side that is likelier to win, at a glance.
  virtual int likelier_winner(const GamePosition& position) = 0;

  virtual std::uint64_t nodes() const = 0;  // visited by all searches so far
};

struct SolvedValue {
  bool is_known = false;
  std::optional<int> winner;  // nobody in a draw, or where it is not known

  static constexpr SolvedValue draw() { return {true, std::nullopt}; }
  static constexpr SolvedValue won_by(int side) { return {true, side}; }

  friend bool operator==(const SolvedValue&, const SolvedValue&) = default;
};

// The winner of a position that is over by the rules; unknown where it is not.
SolvedValue value_by_rules(const GamePosition& position);

// The value of a position by the two questions: does one side win, does the other? They take turns with ever
// more nodes, the likelier one first, so that a win is found even where the other question is hard. The limit
// of nodes is for both together. `on_turn` is called after each turn.
SolvedValue solve_value(GameSolver& solver, const GamePosition& position, const Limits& limits,
                        const std::function<void()>& on_turn = {});

}  // namespace tabiya
