// The time to spend on a move, out of that of a game.
//
// A side has one budget for the whole game and does not know how many moves it will make. Each move gets a
// share: what is left, divided by the moves that are usually still to come. A search then ends early where
// its best move has long been the same, and continues, up to `most`, where it changes its mind or its score
// falls: so time goes where it can change the choice. Shares of what is left can never add up to more than
// there was; and as soon as they would be tiny, all moves that the rules still allow get the same (panic).
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "core/search/limits.h"
#include "core/search/score.h"

namespace tabiya {

using Milliseconds = std::chrono::milliseconds;
using Duration = std::chrono::steady_clock::duration;
using TimePoint = std::chrono::steady_clock::time_point;

// Shares are in per cent of the move's share of time, unless something else is said. Searches of positions
// from games, whose moves were judged by much longer ones, show what the defaults are worth: at the same mean
// time, the moves that they choose lose as little as those of fixed shares do with twice the time.
struct ClockParameters {
  int adaptive = 1;          // 0: every search takes its share, whatever it finds
  int moves_ahead = 30;      // moves expected at the first one
  int moves_ahead_end = 14;  // … and late in the game
  int most = 270;            // of the share, when a search is cut short
  int settled = 22;          // a search whose best move did not change for long continues to this
  int unsettled = 85;        // … one whose best move has just changed
  int calm_iterations = 5;   // without a change, from unsettled to settled
  int drop = 30;             // more, for a score that falls by a drop_scale or more
  int drop_scale = 6'000;    // logit x 10,000
  int overhead = 300;        // microseconds of each move that pass unseen
};

// A parameter by its name, for options and tuning.
struct NamedClockParameter {
  std::string_view name;
  int ClockParameters::*value;
};
inline constexpr std::array kNamedClockParameters{
    NamedClockParameter{"adaptive", &ClockParameters::adaptive},
    NamedClockParameter{"moves_ahead", &ClockParameters::moves_ahead},
    NamedClockParameter{"moves_ahead_end", &ClockParameters::moves_ahead_end},
    NamedClockParameter{"most", &ClockParameters::most},
    NamedClockParameter{"settled", &ClockParameters::settled},
    NamedClockParameter{"unsettled", &ClockParameters::unsettled},
    NamedClockParameter{"calm_iterations", &ClockParameters::calm_iterations},
    NamedClockParameter{"drop", &ClockParameters::drop},
    NamedClockParameter{"drop_scale", &ClockParameters::drop_scale},
    NamedClockParameter{"overhead", &ClockParameters::overhead},
};

// The source of the time, so that tests can bring their own.
struct TimeSources {
  std::function<TimePoint()> now = std::chrono::steady_clock::now;
  std::function<Duration()> processor = processor_time;  // of the process, all its threads together

  static Duration processor_time();
};

// The time that a side has used of its game: the time that its answers took or, if that is more, the time
// that its process has worked meanwhile. So neither kind of limit is exceeded.
class GameClock {
 public:
  // `used`: of the budget, before now.
  GameClock(Duration budget, Duration used, TimeSources sources)
      : budget_(budget),
        used_(used),
        sources_(std::move(sources)),
        first_processor_(sources_.processor() - used) {}

  void set_budget(Duration budget) { budget_ = budget; }
  // The whole budget is there again, for the next move.
  void refill() {
    used_ = Duration{0};
    first_processor_ = sources_.processor();
  }
  void start(TimePoint received) { received_ = received; }
  // `planned`: how long the answer should have taken at most. The time that it took beyond that, because the
  // machine is busy with other things, is expected to be needed again.
  void stop(Duration planned) {
    used_ += since_start();
    latest_ = std::max(latest_, since_start() - planned);
    received_.reset();
  }

  TimePoint now() const { return sources_.now(); }
  Duration since_start() const { return received_ ? now() - *received_ : Duration{0}; }
  Duration left() const {
    return budget_ - std::max(used_ + since_start(), sources_.processor() - first_processor_);
  }
  // The time that may be planned with. The rest pays for what happens outside the search: at most a second,
  // unless the machine has shown that it takes more.
  Duration free() const {
    constexpr int kLateAnswers = 3;
    const Duration usual = std::min<Duration>(std::chrono::seconds(1), budget_ / 10);
    return std::max(left() - std::max(usual, std::min(kLateAnswers * latest_, budget_ / 2)), Duration{0});
  }

 private:
  Duration budget_;
  Duration used_;
  Duration latest_{};  // the most that an answer came too late by
  TimeSources sources_;
  Duration first_processor_;
  std::optional<TimePoint> received_;  // of the line that is being answered
};

// Decides how long the search for one move continues.
class MoveTimer {
 public:
  // `free`: what may still be used in the game. `moves_made` by the side so far, and how many it can still
  // make at most, this one included. `last_score`: what the search for the side's last move came to.
  MoveTimer(const ClockParameters& parameters, Duration free, int moves_made, int moves_left,
            std::optional<Score> last_score);

  Duration share() const { return share_; }
  // The search is cut short here. Zero: there is no time, move at once.
  Duration most() const { return most_; }

  // True if another iteration is worth its time; to be asked after each one. `move`: bits of the best move.
  bool goes_on(Score score, std::uint32_t move, Duration spent);

 private:
  Duration limit(Score score) const;

  const ClockParameters parameters_;
  Duration share_;
  Duration most_;
  std::optional<Score> last_score_;
  std::optional<std::uint32_t> best_move_;
  int calm_ = 0;  // iterations since the best move changed
};

// The options by which a player searches and keeps its time.
struct PlayerOptions {
  Duration time = std::chrono::seconds(30);  // for the game or for each move, unless a line says otherwise
  Duration used{};                           // of it, before the first line: what it took to get ready
  Limits limits{};                           // of each search, in addition to the time
  ClockParameters clock{};
  TimeSources time_sources{};
  // If this is not 0, time passes by nodes alone, this many per millisecond. For measuring clocks on busy
  // machines.
  std::uint64_t nodes_per_millisecond = 0;
  std::function<void(std::string_view)> log{};  // is told of each search, a line of text
};

// A referee's time is for the game or for each move. `time` is what there is unless the referee says otherwise.
enum class ClockKind : std::uint8_t { kGame, kMove };
struct RefereeClock {
  ClockKind kind;
  Milliseconds time;
};

}  // namespace tabiya
