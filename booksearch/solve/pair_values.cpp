#include "booksearch/solve/pair_values.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <utility>

#include "codec/text.h"
#include "core/game/solving/perfect_play.h"
#include "core/search/proof/proof_table.h"
#include "core/thread_group.h"

namespace tabiya::booksearch {
namespace {

bool is_side(int side) { return side == 0 || side == 1; }

// False for what no run has stored.
bool can_be_stored(const PairValue& value) {
  return is_side(value.value.winner.value_or(0)) &&
         std::ranges::all_of(value.first_moves, is_side, &PreparedLine::side);
}

std::uint64_t key_of(const SetupPair& pair) { return std::uint64_t{pair.red} << 32 | pair.blue; }

}  // namespace

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

Result<PairState> PairState::open(const std::string& path, const GameModule& game,
                                  const std::vector<SetupPair>& pairs, int plies) {
  PairState state(pairs);
  if (path.empty()) return state;
  const AnsweredRun run{kSolvedPairAnswers,
                        {{"game", std::string(game.name())},
                         {"rules", std::to_string(game.rules_version())},
                         {"plies", std::to_string(plies)}},
                        "our own solver"};
  const std::string remedy = "choose another --state, or remove it";
  auto store = AnswerStore::open(
      path, run, {true, false, {path, "written", "wait for its end, or choose another --state"}, remedy});
  if (!store) return store.error();
  state.store_ = std::move(*store);
  if (const Status read = state.read(); !read)
    return Error{read.error().code, concat(read.error().message, "; ", remedy), {}};
  return state;
}

Status PairState::read() {
  return store_->read<PairValue>([this](std::uint64_t key, PairValue value) -> Status {
    const auto found = std::ranges::find(*pairs_, key, key_of);
    const std::string name = concat("the pair of ", key >> 32, " and ", key & 0xFFFFFFFF);
    if (found == pairs_->end()) return corrupt(name + " is not of this game");
    if (!can_be_stored(value)) return corrupt(name + " is not decided");
    value.value.is_known = true;
    values_[static_cast<std::size_t>(found - pairs_->begin())] = std::move(value);
    return ok_status();
  });
}

Status PairState::add(std::size_t index, const PairValue& value) {
  if (store_ == nullptr || !value.value.is_known) return ok_status();
  values_[index] = value;
  const auto nodes = static_cast<std::int64_t>(value.nodes);
  if (Status added = store_->add(key_of((*pairs_)[index]), value, nodes); !added) return added;
  return store_->flush();
}

}  // namespace tabiya::booksearch
