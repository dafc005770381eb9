#include "booksearch/solve/pair_values.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "core/game/solving/perfect_play.h"
#include "core/search/proof/proof_table.h"
#include "core/thread_group.h"

namespace tabiya::booksearch {

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

// Prepares the lines of the sides that have something to lose: the winner, or both sides in a draw. Errors:
// kStopped by the limits.
Result<std::vector<PreparedLine>> prepare_first_moves(const PositionHandle& start, const SolvedValue& value,
                                                      PerfectPlay& player, int plies, const Limits& limits) {
  const auto choose = [&](const PositionHandle& position) -> Result<std::string> {
    auto choice = player.choose(position, limits);
    if (!choice) return Error{ErrorCode::kStopped, "stopped before the first moves were found", {}};
    return std::move(choice->move);
  };
  std::vector<PreparedLine> lines;
  for (const int side : {0, 1}) {
    if (value.winner == 1 - side) continue;
    Result<PreparedLine> line = prepare_line(side, start, plies, choose);
    if (!line) return line.error();
    lines.push_back(std::move(*line));
  }
  return lines;
}

// Solves a pair with a solver and a table of its own.
PairValue solve_pair(const GameModule& game, const SetupPair& pair, const PairsPlan& plan,
                     const std::function<void(std::uint64_t new_nodes)>& on_turn) {
  const auto start = std::chrono::steady_clock::now();
  PerfectPlay player(game.make_solver(std::make_shared<ProofTable>(plan.table_bytes)));
  const PositionHandle position = game.setup_phase()->position_after(pair.red, pair.blue);
  PairValue result;
  const auto count = [&] {
    const std::uint64_t before = std::exchange(result.nodes, player.solver().nodes());
    on_turn(result.nodes - before);
  };
  result.value = solve_value(player.solver(), *position, plan.limits, count);
  result.nodes = player.solver().nodes();
  if (plan.plies > 0 && result.value.is_known) {
    Limits limits;
    limits.stop = plan.limits.stop;
    limits.abandoned = plan.limits.abandoned;
    auto lines = prepare_first_moves(position, result.value, player, plan.plies, limits);
    if (lines) result.first_moves = std::move(*lines);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace

void solve_pairs(const GameModule& game, const std::vector<SetupPair>& pairs, PairsPlan plan,
                 const std::function<void(std::size_t index, const PairValue& value)>& on_solved,
                 const std::function<void(std::uint64_t nodes)>& on_turn) {
  std::size_t next = 0;
  std::uint64_t all_nodes = 0;
  std::mutex mutex;
  std::atomic<bool> failed = false;
  plan.limits.abandoned = &failed;
  const auto take_next = [&]() -> std::optional<std::size_t> {
    const std::lock_guard lock(mutex);
    if (next == plan.indices.size() || plan.limits.has_ended()) return std::nullopt;
    return plan.indices[next++];
  };
  const auto work = [&] {
    while (const auto index = take_next()) {
      const PairValue value = solve_pair(game, pairs[*index], plan, [&](std::uint64_t new_nodes) {
        const std::lock_guard lock(mutex);
        all_nodes += new_nodes;
        on_turn(all_nodes);
      });
      const std::lock_guard lock(mutex);
      if (!failed) on_solved(*index, value);
    }
  };
  ThreadGroup workers([&failed] { failed = true; });
  for (int thread = 1; thread < plan.threads; ++thread) workers.start(work);
  work();
  workers.join();
}

}  // namespace tabiya::booksearch
