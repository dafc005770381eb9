// Moves that never give away what a position is worth, by a solver and by moves that were prepared.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/games/first_moves.h"
#include "core/games/game_module.h"
#include "core/games/game_solver.h"

namespace tabiya {

class PerfectPlay {
 public:
  struct Choice {
    std::string move;   // in the notation of programs
    SolvedValue value;  // of the position; unknown where the move was prepared
  };

  explicit PerfectPlay(std::unique_ptr<GameSolver> solver,
                       std::shared_ptr<const FirstMoves> first_moves = nullptr)
      : solver_(std::move(solver)), first_moves_(std::move(first_moves)) {}

  // A move that keeps the value of a position in which there is one to choose. Where the side to move is
  // lost, the one that leaves the opponent the smallest share of replies that win, and the most work among
  // equals. Nothing where a limit was met first.
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
  std::shared_ptr<const FirstMoves> first_moves_;
};

}  // namespace tabiya
