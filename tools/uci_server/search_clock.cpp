#include "tools/uci_server/search_clock.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace tabiya::tools {
namespace {

// In a game without time controls to come, the time that is left must do for this many moves.
constexpr int kMovesToCome = 40;
// Increments are as good as had: the clock plans with this many of them, and a move takes up to this part of
// the time on the clock now.
constexpr int kIncrementsAhead = 12;
constexpr int kMostTenths = 6;
// These are more than the usual parameters, which are for games without increments: with those, games at
// 10+0.1 ended with 4 seconds left on average.
constexpr ClockParameters kClock{.settled = 30, .unsettled = 110};

// The part of `time` that is left when the answer has arrived. Some time is always left, for a clock that has
// run out is lost anyway.
Duration without_overhead(Duration time, Duration overhead) {
  return time - std::min(overhead, time * 9 / 10);
}

// The bits stand for the move; two moves with the same bits are practically impossible.
std::uint32_t move_bits(const GameSearchResult& result) {
  return static_cast<std::uint32_t>(std::hash<std::string>()(result.best.pv.front().wire));
}

}  // namespace

SearchClock::SearchClock(const GoCommand& go, const MoveCircumstances& circumstances)
    : is_forced_(circumstances.is_forced) {
  const auto side = static_cast<std::size_t>(circumstances.side);
  if (go.time[side]) {
    const Duration left = without_overhead(*go.time[side], circumstances.overhead);
    const Duration free = left + kIncrementsAhead * Duration(go.increment[side]);
    timer_.emplace(kClock, free, circumstances.moves_made, go.moves_to_go.value_or(kMovesToCome),
                   circumstances.last_score);
    most_ = std::min(timer_->most(), go.moves_to_go == 1 ? left : left * kMostTenths / 10);
  }
  if (go.move_time) {
    const Duration overhead = std::min<Duration>(circumstances.overhead, *go.move_time / 10);
    const Duration time = *go.move_time - overhead;
    most_ = most_ ? std::min(*most_, time) : time;
  }
}

bool SearchClock::goes_on(const GameSearchResult& result, Duration spent) {
  if (!timer_) return true;
  const auto plies = plies_to_win(result.best.score);
  const bool is_settled = plies && result.depth > std::abs(*plies);
  if (is_settled || is_forced_ || result.best.pv.empty()) return false;
  return timer_->goes_on(result.best.score, move_bits(result), spent);
}

}  // namespace tabiya::tools
