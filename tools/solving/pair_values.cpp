#include "tools/solving/pair_values.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

#include "core/games/perfect_play.h"
#include "tools/solving/first_moves_maker.h"

namespace tabiya::tools {

SetupPair mirror_of(const SetupPhase& setups, const SetupPair& pair) {
  return {setups.reds().mirror(pair.red), setups.blues().mirror(pair.blue)};
}

std::vector<SetupPair> different_pairs(const SetupPhase& setups) {
  std::vector<SetupPair> pairs;
  for (SetupId red = 0; red < setups.reds().count(); ++red) {
    for (SetupId blue = 0; blue < setups.blues().count(); ++blue) {
      const SetupPair pair{red, blue};
      if (pair <= mirror_of(setups, pair)) pairs.push_back(pair);
    }
  }
  return pairs;
}

namespace {

// Solves one pair after the other; one of several threads.
class PairSolver {
 public:
  PairSolver(const GameModule& game, const PairsPlan& plan)
      : game_(game), plan_(plan), player_(game.make_solver(plan.table)) {}

  PairValue solve(const SetupPair& pair, const std::function<void(std::uint64_t new_nodes)>& on_turn) {
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t before = player_.solver().nodes();
    std::uint64_t reported = before;
    const PositionHandle position = game_.setup_phase()->position_after(pair.red, pair.blue);
    PairValue result;
    result.value = solve_value(player_.solver(), *position, plan_.limits, [&] {
      const std::uint64_t nodes = player_.solver().nodes();
      on_turn(nodes - std::exchange(reported, nodes));
    });
    result.nodes = player_.solver().nodes() - before;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (plan_.plies > 0 && result.value.is_known) {
      Limits limits;
      limits.stop = plan_.limits.stop;
      auto lines = prepare_first_moves(position, result.value, player_, plan_.plies, limits);
      if (lines) result.first_moves = std::move(*lines);
    }
    return result;
  }

 private:
  const GameModule& game_;
  const PairsPlan& plan_;
  PerfectPlay player_;
};

}  // namespace

void solve_pairs(const GameModule& game, const std::vector<SetupPair>& pairs, const PairsPlan& plan,
                 const std::function<void(std::size_t index, const PairValue& value)>& on_solved,
                 const std::function<void(std::uint64_t nodes)>& on_turn) {
  std::atomic<std::size_t> next = 0;
  std::uint64_t all_nodes = 0;
  std::mutex mutex;
  const auto work = [&] {
    PairSolver solver(game, plan);
    for (std::size_t i; (i = next++) < plan.indices.size() && !plan.limits.has_ended();) {
      const std::size_t index = plan.indices[i];
      const PairValue value = solver.solve(pairs[index], [&](std::uint64_t new_nodes) {
        const std::lock_guard lock(mutex);
        all_nodes += new_nodes;
        on_turn(all_nodes);
      });
      const std::lock_guard lock(mutex);
      on_solved(index, value);
    }
  };
  std::vector<std::jthread> workers;
  for (int thread = 1; thread < plan.threads; ++thread) workers.emplace_back(work);
  work();
}

}  // namespace tabiya::tools
