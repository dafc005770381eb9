#include "tools/uci_server/go_command.h"

#include <gtest/gtest.h>

#include "codec/text.h"

namespace tabiya::tools::search_clock_test {

using namespace std::chrono_literals;

constexpr MoveCircumstances kCircumstances{.overhead = 30ms};

Duration most(std::string_view go, MoveCircumstances circumstances = kCircumstances) {
  return SearchClock(parse_go(words_of(go)), circumstances).most().value_or(Duration::max());
}

TEST(SearchClock, KnowsSearchesWithoutTime) {
  EXPECT_EQ(most("depth 5"), Duration::max());
  EXPECT_EQ(most("btime 1000"), Duration::max()) << "the clock of the other side";
  MoveCircumstances second = kCircumstances;
  second.side = 1;
  EXPECT_LT(most("btime 1000", second), 1s);
}

TEST(SearchClock, NeverTakesWhatIsNotThere) {
  for (const int time : {1, 10, 40, 100, 1'000, 60'000}) {
    for (const int increment : {0, 100, 5'000}) {
      for (const char* more : {"", " movestogo 1", " movestogo 2", " movestogo 40"}) {
        const auto go = "wtime " + std::to_string(time) + " winc " + std::to_string(increment) + more;
        EXPECT_LE(most(go), std::max<Duration>(std::chrono::milliseconds(time) - 30ms, time * 100us)) << go;
      }
    }
  }
}

TEST(SearchClock, LeavesSomethingForMovesToCome) {
  EXPECT_LT(most("wtime 10000"), 2s);
  EXPECT_GT(most("wtime 10000"), 100ms);
  EXPECT_GT(most("wtime 10000 winc 1000"), most("wtime 10000"));
  EXPECT_GT(most("wtime 10000 movestogo 1"), 9s);
}

// A game of 300 moves with increments alone, each of which takes all that it may.
TEST(SearchClock, LastsAsLongAsIncrementsCome) {
  Duration left = 10s;
  for (int move = 0; move < 300; ++move) {
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(left).count();
    MoveCircumstances circumstances = kCircumstances;
    circumstances.moves_made = move;
    const Duration spent = 30ms + most("wtime " + std::to_string(milliseconds) + " winc 100", circumstances);
    ASSERT_LT(spent, left) << "move " << move;
    left += 100ms - spent;
  }
}

TEST(SearchClock, TakesTheTimeOfTheMove) {
  EXPECT_LE(most("movetime 1000"), 1s);
  EXPECT_GE(most("movetime 1000"), 900ms);
}

TEST(SearchClock, GoesOnWhereTimeDoesNotLimit) {
  SearchClock clock(parse_go(words_of("depth 5")), kCircumstances);
  EXPECT_TRUE(clock.goes_on({.best = {100, {{"e2e4", "e4"}}}, .depth = 3, .others = {}}, 100s));
}

TEST(SearchClock, EndsWhereNothingIsToBeFound) {
  MoveCircumstances forced = kCircumstances;
  forced.is_forced = true;
  const GameSearchResult result{.best = {100, {{"e2e4", "e4"}}}, .depth = 3, .others = {}};
  const GameSearchResult mate{.best = {win_in(3), {{"e2e4", "e4"}}}, .depth = 4, .others = {}};
  const GoCommand go = parse_go(words_of("wtime 60000"));
  EXPECT_TRUE(SearchClock(go, kCircumstances).goes_on(result, 0s));
  EXPECT_FALSE(SearchClock(go, forced).goes_on(result, 0s));
  EXPECT_FALSE(SearchClock(go, kCircumstances).goes_on(mate, 0s));
  EXPECT_FALSE(SearchClock(go, kCircumstances).goes_on(result, 60s));
}

}  // namespace tabiya::tools::search_clock_test
