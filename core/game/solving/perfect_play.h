// Moves that never give away what a position is worth, by a solver.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/game/game_module.h"
#include "core/game/module_of.h"
#include "core/game/solving/first_moves.h"
#include "core/game/solving/game_solver.h"
#include "core/search/engine.h"

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

// An engine that plays perfectly as long as its solver is in time, and searches where it is not. It takes prepared
// moves if there are any, of the position or of its images by the symmetries of the rules. Proofs take most of the
// time; with limits on nodes alone they take these once, and the search takes them again.
template <GameText T>
class PerfectEngineOf final : public EngineFor<typename T::Rules> {
 public:
  using Rules = typename T::Rules;
  using typename EngineFor<Rules>::Position;
  using typename EngineFor<Rules>::Result;
  using typename EngineFor<Rules>::Report;

  PerfectEngineOf(std::unique_ptr<EngineFor<Rules>> searcher, PerfectPlay play, FirstMoves first_moves)
      : searcher_(std::move(searcher)), play_(std::move(play)), first_moves_(std::move(first_moves)) {}

  void new_game() override { searcher_->new_game(); }

  // Scores of what is solved say who wins, but not in how many plies.
  Result search(const Position& position, const Limits& limits, const Report& report,
                std::span<const std::uint64_t> played) override {
    if (!limits.first_moves.empty()) return searcher_->search(position, limits, report, played);
    if (const auto move = prepared(position)) return with_first_move(position, *move, report);
    const std::uint64_t before = play_.nodes();
    const auto choice = play_.choose(handle_of<T>(position), for_proofs(limits));
    if (!choice) return searcher_->search(position, limits, report, played);
    Result result;
    result.pv = {T::parse_move(position, choice->move).value()};
    result.score = score(position, choice->value);
    result.depth = 1;
    result.nodes = play_.nodes() - before;
    if (report) report(result);
    return result;
  }

  WindowResult search_window(const Position& position, int depth, Score alpha, Score beta,
                             const Limits& limits) override {
    return searcher_->search_window(position, depth, alpha, beta, limits);
  }
  Score evaluate(const Position& position) const override { return searcher_->evaluate(position); }
  std::uint64_t nodes() const override { return searcher_->nodes() + play_.nodes(); }
  int table_use() const override { return searcher_->table_use(); }

 private:
  using Move = typename Rules::Move;

  std::optional<Move> prepared(const Position& position) const {
    if (const std::string* move = first_moves_.move(*handle_of<T>(position)))
      return T::parse_move(position, *move).value();
    if constexpr (SymmetricRules<Rules>) {
      for (int symmetry = 1; symmetry < Rules::kSymmetries; ++symmetry) {
        const Position image = Rules::image(position, symmetry);
        if (const std::string* move = first_moves_.move(*handle_of<T>(image)))
          return Rules::image(T::parse_move(image, *move).value(), Rules::inverse(symmetry));
      }
    }
    return std::nullopt;
  }

  Result with_first_move(const Position& position, Move move, const Report& report) const {
    Result result;
    result.pv = {move};
    result.score = searcher_->evaluate(position);
    result.depth = 1;
    if (report) report(result);
    return result;
  }

  static Limits for_proofs(const Limits& limits) {
    constexpr int kTenths = 7;  // of the time
    Limits own = limits;
    const auto now = std::chrono::steady_clock::now();
    if (limits.deadline && *limits.deadline > now)
      own.deadline = now + (*limits.deadline - now) * kTenths / 10;
    return own;
  }

  Score score(const Position& position, const SolvedValue& value) const {
    if (!value.is_known) return searcher_->evaluate(position);
    if (!value.winner) return kDrawScore;
    return *value.winner == Rules::side_to_move(position) ? kMaxEvaluation : -kMaxEvaluation;
  }

  std::unique_ptr<EngineFor<Rules>> searcher_;
  PerfectPlay play_;
  FirstMoves first_moves_;
};

}  // namespace tabiya
