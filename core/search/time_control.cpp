#include "core/search/time_control.h"

#include <algorithm>
#include <ctime>

namespace tabiya {
namespace {

// Below this, on average over all moves that the rules still allow, nothing is gained by cleverness.
constexpr Duration kPanic = std::chrono::milliseconds(4);

// No move takes more of what is left, whatever the parameters say.
constexpr int kLeastParts = 3;

int expected_moves(const ClockParameters& parameters, int moves_made, int moves_left) {
  const int expected = std::max(parameters.moves_ahead - moves_made, parameters.moves_ahead_end);
  return std::clamp(expected, 1, std::max(moves_left, 1));
}

}  // namespace

Duration TimeSources::processor_time() {
  return std::chrono::duration_cast<Duration>(
      std::chrono::duration<double>(static_cast<double>(std::clock()) / CLOCKS_PER_SEC));
}

MoveTimer::MoveTimer(const ClockParameters& parameters, Duration free, int moves_made, int moves_left,
                     std::optional<Score> last_score)
    : parameters_(parameters), last_score_(last_score) {
  free = std::max(free, Duration{0});
  free -= std::min<Duration>(std::chrono::microseconds(parameters.overhead) * moves_left, free / 2);
  const Duration even = free / std::max(moves_left, 1);
  if (even < kPanic) {
    share_ = most_ = even;
    return;
  }
  share_ = free / expected_moves(parameters, moves_made, moves_left);
  most_ = parameters.adaptive == 0 ? share_ : share_ * parameters.most / 100;
  most_ = std::min(most_, std::max(even, free / kLeastParts));
}

bool MoveTimer::goes_on(Score score, std::uint32_t move, Duration spent) {
  calm_ = best_move_ == move ? calm_ + 1 : 0;
  best_move_ = move;
  return spent < (parameters_.adaptive == 0 ? most_ : limit(score));
}

Duration MoveTimer::limit(Score score) const {
  const int steps = std::max(parameters_.calm_iterations, 1);
  const int calm = std::min(calm_, steps);
  int percent = parameters_.unsettled + (parameters_.settled - parameters_.unsettled) * calm / steps;
  if (last_score_ && score < *last_score_) {
    const int scale = std::max(parameters_.drop_scale, 1);
    percent += parameters_.drop * std::min(*last_score_ - score, scale) / scale;
  }
  return std::min(share_ * percent / 100, most_);
}

}  // namespace tabiya
