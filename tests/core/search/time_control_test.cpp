#include "core/search/time_control.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/random.h"

namespace tabiya::time_control_test {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kMostMoves = 50;

// A clock that moves only when told to.
struct FakeTime {
  TimePoint now{};
  Duration processor{};

  TimeSources sources() {
    return {[this] { return now; }, [this] { return processor; }};
  }
};

MoveTimer timer(Duration free, const ClockParameters& parameters = {.overhead = 0},
                std::optional<Score> last_score = std::nullopt) {
  return MoveTimer(parameters, free, /*moves_made=*/0, kMostMoves, last_score);
}

// When a search gives up whose iterations each take a hundredth of the share.
Duration duration_of(MoveTimer timer, const std::vector<Score>& scores,
                     const std::vector<std::uint32_t>& moves) {
  Duration spent{};
  for (std::size_t i = 0; spent < timer.most(); ++i) {
    spent += timer.share() / 100;
    const Score score = scores[std::min(i, scores.size() - 1)];
    if (!timer.goes_on(score, moves[i % moves.size()], spent)) break;
  }
  return spent;
}

TEST(MoveTimer, GivesUnsettledSearchesMoreTime) {
  const MoveTimer start = timer(seconds(30));
  const Duration settled = duration_of(start, {0}, {1});
  const Duration unsettled = duration_of(start, {0}, {1, 2});
  EXPECT_LT(settled, start.share());
  EXPECT_GT(unsettled, 2 * settled);
}

TEST(MoveTimer, GivesFallingScoresMoreTimeUpToTheMost) {
  const MoveTimer start = timer(seconds(30), {.overhead = 0}, 1'000);
  const Duration level = duration_of(start, {1'000}, {1});
  const Duration falling = duration_of(start, {-2'000}, {1});
  const Duration lost = duration_of(start, {-1'000'000}, {1, 2});
  EXPECT_EQ(duration_of(start, {5'000}, {1}), level);
  EXPECT_GT(falling, level);
  EXPECT_GT(lost, falling);
  EXPECT_LE(lost, start.most());
}

TEST(MoveTimer, TakesItsShareWhenItIsNotAdaptive) {
  const MoveTimer start = timer(seconds(30), {.adaptive = 0}, 1'000);
  EXPECT_EQ(start.most(), start.share());
  for (const Score score : {-9'000, 1'000}) {
    EXPECT_EQ(duration_of(start, {score}, {1}), duration_of(start, {score}, {1, 2}));
    EXPECT_GE(duration_of(start, {score}, {1}), start.share());
  }
}

TEST(MoveTimer, SharesEvenlyInPanic) {
  const MoveTimer panic = timer(milliseconds(100));
  EXPECT_EQ(panic.share(), milliseconds(2));
  EXPECT_EQ(panic.most(), milliseconds(2));
  EXPECT_EQ(timer(Duration{0}).most(), Duration{0});
  EXPECT_EQ(timer(-seconds(1)).most(), Duration{0});
}

TEST(MoveTimer, GivesTheLastMoveAllThatIsLeft) {
  const MoveTimer last({.overhead = 0}, seconds(3), 49, 1, std::nullopt);
  EXPECT_EQ(last.share(), seconds(3));
  EXPECT_EQ(last.most(), seconds(3));
}

TEST(MoveTimer, LeavesTimeForWhatPassesUnseen) {
  constexpr ClockParameters kSlowReferee{.overhead = 10'000};
  EXPECT_EQ(timer(seconds(10), kSlowReferee).share(), timer(milliseconds(9'500)).share());
  EXPECT_EQ(timer(milliseconds(100), kSlowReferee).share(), timer(milliseconds(50)).share());
}

TEST(GameClock, CountsWaitingOrWorkWhicheverIsMore) {
  FakeTime time;
  time.processor = seconds(70);
  GameClock clock(seconds(10), seconds(1), time.sources());
  EXPECT_EQ(clock.left(), seconds(9));
  time.now += seconds(100);  // the opponent thinks
  EXPECT_EQ(clock.left(), seconds(9));
  clock.start(time.now);
  time.now += seconds(2);
  EXPECT_EQ(clock.left(), seconds(7));
  clock.stop(Duration::max());
  time.now += seconds(50);
  EXPECT_EQ(clock.left(), seconds(7));
  time.processor += seconds(3);
  EXPECT_EQ(clock.left(), seconds(6));
  EXPECT_EQ(clock.free(), seconds(5));
  clock.set_budget(milliseconds(4'100));
  EXPECT_EQ(clock.left(), milliseconds(100));
  EXPECT_EQ(clock.free(), Duration{0});
}

TEST(GameClock, KeepsMoreInReserveOnABusyMachine) {
  FakeTime time;
  GameClock clock(seconds(10), Duration{0}, time.sources());
  EXPECT_EQ(clock.free(), seconds(9));
  const auto answer = [&](Duration planned, Duration taken) {
    clock.start(time.now);
    time.now += taken;
    clock.stop(planned);
  };
  answer(milliseconds(500), milliseconds(400));
  EXPECT_EQ(clock.free(), milliseconds(8'600));
  answer(milliseconds(500), milliseconds(1'100));
  EXPECT_EQ(clock.free(), milliseconds(8'500 - 1'800));
  answer(milliseconds(500), milliseconds(5'500));
  EXPECT_EQ(clock.free(), Duration{0});
}

// Plays the longest game there is with searches whose iterations grow, that overrun their end, and whose
// process is sometimes held up. Returns what is left of the budget.
Duration left_after_game(Duration budget, const ClockParameters& parameters, std::uint64_t seed) {
  FakeTime time;
  GameClock clock(budget, budget / 20, time.sources());
  Random random(seed);
  const auto pass = [&](Duration span) {
    time.now += span;
    time.processor += span;
  };
  Score last = 0;
  for (int made = 0; made < kMostMoves; ++made) {
    clock.start(time.now);
    MoveTimer timer(parameters, clock.free(), made, kMostMoves - made, last);
    Duration iteration = microseconds(1 + random.below(20));
    Score score = last;
    for (;;) {
      const Duration end = clock.since_start() + iteration;
      const bool is_cut = end >= timer.most();
      pass(is_cut
               ? std::max(timer.most() - clock.since_start(), Duration{0}) + microseconds(random.below(100))
               : iteration);
      score += static_cast<Score>(random.below(2'001)) - 1'200;
      if (is_cut || !timer.goes_on(score, random.below(3), clock.since_start())) break;
      iteration = iteration * (11 + random.below(30)) / 10;
    }
    last = score;
    if (random.below(20) == 0) pass(budget / 1'000);
    clock.stop(timer.most());
  }
  return clock.left();
}

TEST(MoveTimer, NeverSpendsMoreThanTheBudget) {
  constexpr ClockParameters kGreedy{
      .moves_ahead = 1, .moves_ahead_end = 1, .most = 100'000, .unsettled = 10'000};
  for (const ClockParameters& parameters : {ClockParameters{}, ClockParameters{.adaptive = 0}, kGreedy}) {
    for (const Duration budget :
         std::vector<Duration>{seconds(30), seconds(5), seconds(1), milliseconds(100)}) {
      for (std::uint64_t seed = 0; seed < 300; ++seed)
        ASSERT_GT(left_after_game(budget, parameters, seed), Duration{0})
            << budget.count() << " ns, seed " << seed;
    }
  }
}

TEST(MoveTimer, UsesMostOfTheBudgetInALongGame) {
  for (const ClockParameters& parameters : {ClockParameters{}, ClockParameters{.adaptive = 0}}) {
    const Duration left = left_after_game(seconds(30), parameters, 1);
    EXPECT_LT(left, seconds(6));
  }
}

}  // namespace tabiya::time_control_test
