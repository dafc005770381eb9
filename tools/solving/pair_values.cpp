#include "tools/solving/pair_values.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>
#include <optional>
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

// A pair that is not decided yet, and with how many nodes it is tried next.
struct OpenPair {
  std::size_t index = 0;
  std::uint64_t next_nodes = 10'000'000;
  PairValue so_far{};
};

// Solves pairs, one try after the other; one of several threads.
class PairSolver {
 public:
  PairSolver(const GameModule& game, const PairsPlan& plan)
      : game_(game), plan_(plan), player_(game.make_solver(plan.table)) {}

  void go_on(const SetupPair& pair, OpenPair& open,
             const std::function<void(std::uint64_t new_nodes)>& on_turn) {
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t before = player_.solver().nodes();
    std::uint64_t reported = before;
    const PositionHandle position = game_.setup_phase()->position_after(pair.red, pair.blue);
    Limits limits = plan_.limits;
    limits.nodes = std::min(open.next_nodes, limits.nodes - open.so_far.nodes);
    PairValue& result = open.so_far;
    result.value = solve_value(player_.solver(), *position, limits, [&] {
      const std::uint64_t nodes = player_.solver().nodes();
      on_turn(nodes - std::exchange(reported, nodes));
    });
    result.nodes += player_.solver().nodes() - before;
    result.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    open.next_nodes *= 4;
    if (plan_.plies > 0 && result.value.is_known) prepare(position, result);
  }

 private:
  void prepare(const PositionHandle& position, PairValue& result) {
    Limits limits;
    limits.stop = plan_.limits.stop;
    auto lines = prepare_first_moves(position, result.value, player_, plan_.plies, limits);
    if (lines) result.first_moves = std::move(*lines);
  }

  const GameModule& game_;
  const PairsPlan& plan_;
  PerfectPlay player_;
};

}  // namespace

// Hard pairs wait until the others are decided, from which the solvers learn, and whose positions the table
// remembers.
void solve_pairs(const GameModule& game, const std::vector<SetupPair>& pairs, const PairsPlan& plan,
                 const std::function<void(std::size_t index, const PairValue& value)>& on_solved,
                 const std::function<void(std::uint64_t nodes)>& on_turn) {
  std::deque<OpenPair> open_pairs;
  for (const std::size_t index : plan.indices) open_pairs.push_back({.index = index});
  std::uint64_t all_nodes = 0;
  std::mutex mutex;
  const auto take_first = [&]() -> std::optional<OpenPair> {
    const std::lock_guard lock(mutex);
    if (open_pairs.empty() || plan.limits.has_ended()) return std::nullopt;
    OpenPair first = std::move(open_pairs.front());
    open_pairs.pop_front();
    return first;
  };
  const auto work = [&] {
    PairSolver solver(game, plan);
    while (auto open = take_first()) {
      solver.go_on(pairs[open->index], *open, [&](std::uint64_t new_nodes) {
        const std::lock_guard lock(mutex);
        all_nodes += new_nodes;
        on_turn(all_nodes);
      });
      const bool is_at_end = open->so_far.value.is_known || open->so_far.nodes >= plan.limits.nodes;
      const std::lock_guard lock(mutex);
      if (is_at_end || plan.limits.has_ended())
        on_solved(open->index, open->so_far);
      else
        open_pairs.push_back(*std::move(open));
    }
  };
  std::vector<std::jthread> workers;
  for (int thread = 1; thread < plan.threads; ++thread) workers.emplace_back(work);
  work();
}

}  // namespace tabiya::tools
