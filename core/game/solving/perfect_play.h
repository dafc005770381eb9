// Moves that never give away what a position is worth, by a solver.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "core/game/solving/game_solver.h"

namespace tabiya {

class PerfectPlay {
 public:
  struct Choice {
    std::string move;   // in the notation of programs
    SolvedValue value;  // of the position; unknown where there was nothing to choose
  };

  explicit PerfectPlay(std::unique_ptr<GameSolver> solver) : solver_(std::move(solver)) {}

  // A move that keeps the value of a position in which there is one to choose. Where the side to move is
  // lost, the one that leaves the opponent the smallest share of replies that win, and the most work among
  // equals. Nothing if a limit was met first.
  std::optional<Choice> choose(const PositionHandle& position, const Limits& limits);

  GameSolver& solver() { return *solver_; }
  std::uint64_t nodes() const { return solver_->nodes(); }

 private:
  struct Option {
    std::string move;
    PositionHandle next;
  };

  std::optional<std::string> keeping(const std::vector<Option>& options, const SolvedValue& value, int us,
                                     const Limits& limits);
  std::string most_stubborn(const std::vector<Option>& options, int them, const Limits& limits);

  std::unique_ptr<GameSolver> solver_;
};

}  // namespace tabiya
