// An engine that plays perfectly as long as its solver is in time, and searches where it is not.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "core/games/module_of.h"
#include "core/games/perfect_play.h"
#include "core/search/engine.h"

namespace tabiya {

// Proofs take most of the time; with limits on nodes alone they take these once, and the search takes them
// again.
template <GameText T>
class PerfectEngineOf final : public EngineFor<typename T::Rules> {
 public:
  using Rules = typename T::Rules;
  using typename EngineFor<Rules>::Position;
  using typename EngineFor<Rules>::Result;
  using typename EngineFor<Rules>::Report;

  PerfectEngineOf(std::unique_ptr<EngineFor<Rules>> searcher, PerfectPlay play)
      : searcher_(std::move(searcher)), play_(std::move(play)) {}

  void new_game() override { searcher_->new_game(); }

  // Scores of what is solved say who wins, but not in how many plies.
  Result search(const Position& position, const Limits& limits, const Report& report,
                std::span<const std::uint64_t> played) override {
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

 private:
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
};

}  // namespace tabiya
