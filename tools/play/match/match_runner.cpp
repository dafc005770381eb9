#include "tools/play/match/match_runner.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "core/random.h"
#include "core/thread_group.h"

namespace tabiya::tools {
namespace {

class MatchRunner {
 public:
  MatchRunner(const MatchPlan& plan, const std::set<std::uint64_t>& played, const OnGame& on_game,
              const std::atomic<bool>& interrupted)
      : plan_(plan),
        played_(played),
        on_game_(on_game),
        interrupted_(interrupted),
        has_answered_(plan.engines.size()) {}

  void run() {
    ThreadGroup threads([this] { finished_ = has_failed_ = true; });
    for (int i = 0; i < plan_.concurrency; ++i) threads.start([this] { work(); });
    threads.join();
    for (const auto& [game, result] : waiting_)  // of a match that was interrupted
      if (!finished_) finished_ = !on_game_(game, result);
  }

 private:
  void work() {
    const auto stop = [this] { return must_stop(); };
    std::vector<std::unique_ptr<MatchPlayer>> players;
    for (const MatchEngine& engine : plan_.engines) players.push_back(make_player(engine, stop));
    while (const auto game = take_game()) {
      const auto player = [&](std::size_t side) {
        return players[plan_.pairings.engine_of(*game, side)].get();
      };
      const std::array sides{player(0), player(1)};
      const auto result = play_game(sides, terms_of(*game), stop);
      if (!result) return;
      const std::lock_guard lock(mutex_);
      waiting_.emplace(*game, *result);
      tell();
    }
  }

  // Games are told of in their order, so that a match that ends early is the same whatever the concurrency.
  void tell() {
    for (; !finished_ && told_ < plan_.games; ++told_) {
      if (played_.contains(told_)) continue;
      const auto result = waiting_.extract(told_);
      if (result.empty()) return;
      if (!on_game_(result.key(), result.mapped())) finished_ = true;
    }
  }

  bool must_stop() const { return interrupted_ || has_failed_ || finished_; }

  std::optional<std::uint64_t> take_game() {
    const std::lock_guard lock(mutex_);
    while (next_ < plan_.games && played_.contains(next_)) ++next_;
    if (finished_ || interrupted_ || next_ >= plan_.games) return std::nullopt;
    return next_++;
  }

  // Of the choices that an engine makes in a game: in a round another one each time, otherwise the same from both sides.
  std::optional<std::uint64_t> seed_of(std::uint64_t game, std::size_t engine) const {
    if (plan_.round != nullptr) return plan_.seed * plan_.round->games + chosen_[engine].size();
    if (plan_.openings != OpeningSource::kEngines) return std::nullopt;
    return Random(plan_.seed).next() + plan_.pairings.opening_of(game);
  }

  // What is wrong with the setups that an engine chooses in a round.
  std::string fault_of_choice(std::size_t engine, const std::vector<std::string>& words) {
    const SetupPhase& phase = *plan_.game->setup_phase();
    const auto red = phase.read(0, words[0]), blue = phase.read(1, words[1]);
    if (!red || !blue) return "not a pair of setups";
    const SetupPair pair{red->id, blue->id};
    const std::string fault = plan_.round->fault(pair, chosen_[engine]);
    chosen_[engine].push_back(pair);
    return fault;
  }

  GameTerms terms_of(std::uint64_t game) {
    GameTerms terms{.game = plan_.game, .opening = plan_.opening(plan_.pairings.opening_of(game))};
    if (plan_.adjudication.any()) terms.adjudication = &plan_.adjudication;
    for (std::size_t side = 0; side < terms.clocks.size(); ++side) {
      const std::size_t engine = plan_.pairings.engine_of(game, side);
      terms.clocks[side] = plan_.engines[engine].clock;
      terms.seeds[side] = seed_of(game, engine);
      terms.has_answered[side] = &has_answered_[engine];
    }
    if (plan_.round != nullptr) {
      terms.fault_of_choice = [this, game](std::size_t side, const std::vector<std::string>& words) {
        return fault_of_choice(plan_.pairings.engine_of(game, side), words);
      };
    }
    return terms;
  }

  const MatchPlan& plan_;
  const std::set<std::uint64_t>& played_;
  const OnGame& on_game_;
  const std::atomic<bool>& interrupted_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, GameResult> waiting_;  // for games before them
  std::uint64_t told_ = 0;
  std::atomic<bool> finished_ = false;
  std::atomic<bool> has_failed_ = false;
  std::vector<std::atomic<bool>> has_answered_;   // by engine
  std::array<std::vector<SetupPair>, 2> chosen_;  // in this round, by engine
};

}  // namespace

int half_points(std::uint64_t game, const std::optional<std::size_t>& winner) {
  if (!winner) return 1;
  return (game + *winner) % 2 == 0 ? 2 : 0;
}

void Scoreboard::add(std::uint64_t game, int half_points) {
  if (half_points == 2) ++tally_.wins;
  if (half_points == 1) ++tally_.draws;
  if (half_points == 0) ++tally_.losses;
  const auto [other, is_first] = unfinished_pairs_.try_emplace(game / 2, half_points);
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
