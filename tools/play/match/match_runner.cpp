#include "tools/play/match/match_runner.h"

#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace tabiya::tools {
namespace {

class MatchRunner {
 public:
  MatchRunner(const MatchPlan& plan, const std::set<std::uint64_t>& played, const OnGame& on_game,
              const std::atomic<bool>& interrupted)
      : plan_(plan), played_(played), on_game_(on_game), interrupted_(interrupted) {}

  void run() {
    std::vector<std::thread> threads;
    for (int i = 0; i < plan_.concurrency; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void work() {
    try {
      while (const auto game = take_game()) {
        const auto result = play_game(engines_of(*game), terms_of(*game), [this] { return must_stop(); });
        if (!result) return;
        const std::lock_guard lock(mutex_);
        if (!finished_ && !on_game_(*game, *result)) finished_ = true;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      finished_ = has_failed_ = true;
      if (!error_) error_ = std::current_exception();
    }
  }

  bool must_stop() const { return interrupted_ || has_failed_; }

  std::optional<std::uint64_t> take_game() {
    const std::lock_guard lock(mutex_);
    while (next_ < plan_.games && played_.contains(next_)) ++next_;
    if (finished_ || interrupted_ || next_ >= plan_.games) return std::nullopt;
    return next_++;
  }

  std::array<EngineCommand, 2> engines_of(std::uint64_t game) const {
    return {plan_.engines[engine_of(game, 0)], plan_.engines[engine_of(game, 1)]};
  }

  GameTerms terms_of(std::uint64_t game) {
    return {.game = plan_.game,
            .opening = plan_.opening(pair_of(game)),
            .time = plan_.time,
            .has_answered = {&has_answered_[engine_of(game, 0)], &has_answered_[engine_of(game, 1)]}};
  }

  const MatchPlan& plan_;
  const std::set<std::uint64_t>& played_;
  const OnGame& on_game_;
  const std::atomic<bool>& interrupted_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;
  bool finished_ = false;
  std::atomic<bool> has_failed_ = false;
  std::array<std::atomic<bool>, 2> has_answered_{};  // by engine
  std::exception_ptr error_;
};

}  // namespace

int half_points(std::uint64_t game, const std::optional<std::size_t>& winner) {
  if (!winner) return 1;
  return engine_of(game, *winner) == 0 ? 2 : 0;
}

void Scoreboard::add(std::uint64_t game, int half_points) {
  if (half_points == 2) ++tally_.wins;
  if (half_points == 1) ++tally_.draws;
  if (half_points == 0) ++tally_.losses;
  const auto [other, is_first] = unfinished_pairs_.try_emplace(pair_of(game), half_points);
  if (is_first) return;
  ++tally_.pairs[static_cast<std::size_t>(other->second + half_points)];
  unfinished_pairs_.erase(other);
}

std::uint64_t Forfeits::count() const {
  std::uint64_t count = 0;
  for (const auto& [ending, number] : games) count += number;
  return count;
}

void run_match(const MatchPlan& plan, const std::set<std::uint64_t>& played, const OnGame& on_game,
               const std::atomic<bool>& interrupted) {
  MatchRunner(plan, played, on_game, interrupted).run();
}

}  // namespace tabiya::tools
