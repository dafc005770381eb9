// ClockedSearch: an engine that finds the moves of one side of a game and keeps within its time.
//
// The clock is one for the whole game, or a new one for each move. Instead of by the clock on the wall, time
// can pass by nodes alone, so that a measurement does not depend on what else the machine does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>

#include "core/search/engine.h"
#include "core/search/time_control.h"

namespace tabiya {

// The one move that does not let the opponent win at once, if there is just one.
template <GameRules R>
std::optional<typename R::Move> only_safe_move(const typename R::Position& position) {
  const auto can_win = [](const typename R::Position& at) {
    if constexpr (RoyalRules<R>) return R::can_win(at);
    return false;
  };
  if (can_win(position)) return std::nullopt;
  MoveList<typename R::Move> moves;
  R::generate_all(position, moves);
  std::optional<typename R::Move> safe;
  for (const auto move : moves) {
    typename R::Position next = position;
    R::play(next, move);
    if (can_win(next)) continue;
    if (safe) return std::nullopt;
    safe = move;
  }
  return safe;
}

template <GameRules R>
class ClockedSearch {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Result = SearchResult<Move>;

  // `engine` outlives this.
  ClockedSearch(EngineFor<R>& engine, ClockKind kind, const PlayerOptions& options)
      : engine_(engine),
        kind_(kind),
        options_(options),
        clock_(options.time, counts_nodes() ? Duration{0} : options.used,
               counts_nodes() ? TimeSources{[this] { return node_time_; }, [] { return Duration{0}; }}
                              : options.time_sources) {}
  ClockedSearch(const ClockedSearch&) = delete;
  ClockedSearch& operator=(const ClockedSearch&) = delete;

  void set_time(Duration time) { clock_.set_budget(time); }

  // The clock runs in between, from the moment that a line came.
  void start(TimePoint received) {
    if (kind_ == ClockKind::kMove && has_answered_) clock_.refill();
    clock_.start(counts_nodes() ? node_time_ : received);
    planned_ = Duration::max();
  }
  void stop() {
    clock_.stop(planned_);
    has_answered_ = true;
  }

  // Chooses a move in a position of a game that continues. `played`: the repetition keys of the positions
  // before, as EngineFor::search() has them; `moves_made` by the side so far, and how many it can still make
  // at most, this one included. on_search(result, spent, left) is called if there was anything to search.
  template <class OnSearch>
  Move choose_move(const Position& position, std::span<const std::uint64_t> played, int moves_made,
                   int moves_left, OnSearch&& on_search) {
    if (options_.clock.adaptive != 0)
      if (const auto only = only_safe_move<R>(position)) return *only;
    const Result result = search(position, played, timer(moves_made, moves_left));
    on_search(result, clock_.since_start(), clock_.left());
    return result.pv.front();
  }

  // The nodes that choose_move() is expected to search: as many as fit into the move's share of the time, by the speed of the
  // searches before, and no more than the limits allow. They are 0 where limits end a search by its depth: nobody knows them.
  double expected_nodes(int moves_made, int moves_left) const {
    if (options_.limits.depth < Limits{}.depth) return 0;
    const Duration share = timer(moves_made, moves_left).share();
    const double speed =
        counts_nodes() ? 1e3 * static_cast<double>(options_.nodes_per_millisecond)
        : searched_for_ > Duration{0}
            ? static_cast<double>(searched_) / std::chrono::duration<double>(searched_for_).count()
            : kUsualSpeed;
    return std::min(static_cast<double>(options_.limits.nodes),
                    speed * std::chrono::duration<double>(share).count());
  }

  // Calls choose(limits) with limits for choosing a setup, which decides more than any move, and returns its
  // result.
  template <class Choose>
  auto choose_setup(Choose&& choose) {
    constexpr int kShare = 10;  // of a game's time
    constexpr std::uint64_t kMoves = 10;
    Limits limits = limits_within(clock_.free() / (kind_ == ClockKind::kGame ? kShare : 1));
    const std::uint64_t nodes = options_.limits.nodes;
    if (nodes < limits.nodes / kMoves) limits.nodes = nodes * kMoves;
    const std::uint64_t before = engine_.nodes();
    const auto setup = choose(limits);
    if (counts_nodes()) node_time_ += time_of(engine_.nodes() - before);
    return setup;
  }

 private:
  static constexpr double kUsualSpeed = 2e6;  // nodes a second, for a player that has not searched yet

  bool counts_nodes() const { return options_.nodes_per_millisecond != 0; }

  // With a clock for each move, a move loses the time that it leaves unused, so that it may take all.
  MoveTimer timer(int moves_made, int moves_left) const {
    ClockParameters parameters = options_.clock;
    if (kind_ == ClockKind::kMove) parameters.adaptive = 0;
    return {parameters, clock_.free(), moves_made, kind_ == ClockKind::kMove ? 1 : moves_left, last_score_};
  }

  Result search(const Position& position, std::span<const std::uint64_t> played, MoveTimer timer) {
    constexpr std::uint64_t kNodesWithoutTime = 200;
    Limits limits = limits_within(timer.most());
    planned_ = timer.most();
    if (timer.most() <= Duration{0}) limits.nodes = std::min(options_.limits.nodes, kNodesWithoutTime);
    const TimePoint start = node_time_;
    const auto count = [&](std::uint64_t nodes) {
      if (counts_nodes()) node_time_ = start + time_of(nodes);
    };
    const auto go_on = [&](const Result& iteration) {
      count(iteration.nodes);
      return !is_settled(iteration) &&
             timer.goes_on(iteration.score, iteration.pv.front().bits(), clock_.since_start());
    };
    const Duration before = clock_.since_start();
    Result result = engine_.search(position, limits, go_on, played);
    count(result.nodes);
    searched_ += result.nodes;
    searched_for_ += clock_.since_start() - before;
    last_score_ = result.score;
    return result;
  }

  // True if searching on can find nothing better.
  static bool is_settled(const Result& result) {
    const auto plies = plies_to_win(result.score);
    return plies && result.depth > std::abs(*plies);
  }

  Duration time_of(std::uint64_t nodes) const {
    return Duration(Milliseconds(1)) * static_cast<Duration::rep>(nodes) /
           static_cast<Duration::rep>(options_.nodes_per_millisecond);
  }

  // The limits of the options, and an end `time` after the line came.
  Limits limits_within(Duration time) const {
    Limits limits = options_.limits;
    if (counts_nodes()) {
      const auto microseconds = static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::microseconds>(std::max(time, Duration{0})).count());
      limits.nodes = std::min(limits.nodes, microseconds * options_.nodes_per_millisecond / 1'000);
    } else {
      limits.deadline = clock_.now() - clock_.since_start() + time;
    }
    return limits;
  }

  EngineFor<R>& engine_;
  ClockKind kind_;
  PlayerOptions options_;
  TimePoint node_time_{};  // where time passes by nodes
  GameClock clock_;
  Duration planned_{};               // for the answer that is being found, at most
  std::optional<Score> last_score_;  // of the search for the last move
  std::uint64_t searched_ = 0;       // nodes of all searches for moves
  Duration searched_for_{};          // and their time
  bool has_answered_ = false;
};

}  // namespace tabiya
