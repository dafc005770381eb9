// What comes while a search runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "tests/tools/uci_server/server_run.h"

namespace tabiya::tools::uci_stop_test {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// The best of several tries: what else the machine does must not count.
TEST(UciStop, IsAnsweredAtOnce) {
  Clock::duration least = 1h;
  for (int tries = 0; tries < 10 && least > 10ms; ++tries) {
    ServerRun run;
    run.tell("go infinite");
    run.until("info depth 4");
    const auto told = Clock::now();
    EXPECT_THAT(run.answer("stop", "bestmove"), StartsWith("bestmove "));
    least = std::min(least, Clock::now() - told);
  }
#ifndef __SANITIZE_THREAD__
  EXPECT_LE(least, 10ms);
#endif
}

TEST(UciStop, EndsACountOfMoves) {
  ServerRun run;
  run.tell("go perft 9");
  const auto told = Clock::now();
  EXPECT_THAT(run.answer("stop", "info string perft"), StartsWith("info string perft: stopped"));
  EXPECT_LT(Clock::now() - told, 30s);
}

TEST(UciStop, IsAskedForBeforeAnInfiniteSearchAnswers) {
  ServerRun run;
  run.tell("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");  // one position in which all is known at once
  run.tell("go infinite");
  EXPECT_EQ(run.answer("isready", "readyok"), "readyok");
  std::this_thread::sleep_for(50ms);
  for (const std::string& line : run.said()) EXPECT_THAT(line, Not(StartsWith("bestmove")));
  EXPECT_EQ(run.answer("stop", "bestmove"), "bestmove (none)");
}

TEST(UciStop, WithoutASearchIsPassedOver) {
  ServerRun run;
  run.tell("stop");
  run.tell("ponderhit");
  run.tell("stop");
  EXPECT_THAT(run.said(), IsEmpty());
  EXPECT_THAT(run.answer("go depth 2", "bestmove"), StartsWith("bestmove"));
}

TEST(UciStop, IsWhatANewSearchMeansToTheOld) {
  ServerRun run;
  run.tell("go infinite");
  EXPECT_THAT(run.answer("go depth 1", "bestmove"), StartsWith("bestmove"));
  EXPECT_THAT(run.until("bestmove"), Not(IsEmpty()));
}

TEST(UciPonder, AnswersAfterTheHitByTheClock) {
  ServerRun run;
  run.tell("position startpos moves e2e4 e7e5");
  run.tell("go ponder wtime 1000 btime 1000");
  std::this_thread::sleep_for(1200ms);  // more than the clock has
  for (const std::string& line : run.said()) EXPECT_THAT(line, Not(StartsWith("bestmove")));
  EXPECT_THAT(run.answer("ponderhit", "bestmove"), StartsWith("bestmove"));
}

TEST(UciPonder, EndsWithStopWhereTheOpponentPlaysAnother) {
  ServerRun run;
  run.tell("go ponder wtime 100000 btime 100000");
  EXPECT_THAT(run.answer("stop", "bestmove"), StartsWith("bestmove"));
}

TEST(UciServerThreads, SearchTogether) {
  ServerRun run;
  run.tell("setoption name Threads value 4");
  EXPECT_THAT(run.answer("go nodes 50000", "bestmove"), StartsWith("bestmove"));
  EXPECT_THAT(run.answer("isready", "readyok"), StartsWith("readyok"));
}

TEST(UciServerThreads, EndWithTheSession) {
  ServerRun run;
  run.tell("go infinite");
  run.tell("quit");
  EXPECT_TRUE(run.server().has_quit());
  const auto lines = run.said();
  EXPECT_TRUE(std::ranges::any_of(lines, [](const auto& line) { return line.starts_with("bestmove"); }));
}

}  // namespace tabiya::tools::uci_stop_test
