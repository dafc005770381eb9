#include "booksearch/match/match_runner.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "core/random.h"
#include "core/thread_group.h"

namespace tabiya::booksearch {
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

  Status run() {
    ThreadGroup threads([this] { finished_ = has_failed_ = true; });
    for (int i = 0; i < plan_.concurrency; ++i) threads.start([this] { work(); });
    threads.join();
    if (!fault_) return fault_;
    for (const auto& [number, record] : waiting_)  // of a match that was interrupted
      if (!finished_) finished_ = !on_game_(record);
    return ok_status();
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
      auto record = play_game(sides, terms_of(*game), stop);
      const std::lock_guard lock(mutex_);
      if (!record) return give_up(std::move(record).error());
      if (!*record) return;
      (*record)->number = *game;
      waiting_.emplace(*game, **std::move(record));
      tell();
    }
  }

  // Keeps the first error: others may follow from it.
  void give_up(Error error) {
    if (fault_) fault_ = std::move(error);
    finished_ = has_failed_ = true;
  }

  // Reports games in their order, so that a match that ends early is the same whatever the concurrency.
  void tell() {
    for (; !finished_ && told_ < plan_.games; ++told_) {
      if (played_.contains(told_)) continue;
      const auto record = waiting_.extract(told_);
      if (record.empty()) return;
      if (!on_game_(record.mapped())) finished_ = true;
    }
  }

  bool must_stop() const { return interrupted_ || has_failed_ || finished_; }

  std::optional<std::uint64_t> take_game() {
    const std::lock_guard lock(mutex_);
    while (next_ < plan_.games && played_.contains(next_)) ++next_;
    if (finished_ || interrupted_ || next_ >= plan_.games) return std::nullopt;
    return next_++;
  }

  // Returns the seed of the choices that an engine makes in a game. In a round each game has another seed;
  // otherwise the two games of a pair have the same one.
  std::optional<std::uint64_t> seed_of(std::uint64_t game, std::size_t engine) const {
    if (plan_.round != nullptr) return plan_.seed * plan_.round->games + chosen_[engine].size();
    if (plan_.openings != OpeningSource::kEngines) return std::nullopt;
    return Random(plan_.seed).next() + plan_.pairings.opening_of(game);
  }

  // Tells what is wrong with the setups that an engine chooses in a round.
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
  std::map<std::uint64_t, GameRecord> waiting_;  // for games before them
  std::uint64_t told_ = 0;
  std::atomic<bool> finished_ = false;
  std::atomic<bool> has_failed_ = false;
  Status fault_ = ok_status();
  std::vector<std::atomic<bool>> has_answered_;   // by engine
  std::array<std::vector<SetupPair>, 2> chosen_;  // in this round, by engine
};

}  // namespace

Status run_match(const MatchPlan& plan, const std::set<std::uint64_t>& played, const OnGame& on_game,
                 const std::atomic<bool>& interrupted) {
  return MatchRunner(plan, played, on_game, interrupted).run();
}

}  // namespace tabiya::booksearch
