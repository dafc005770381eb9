#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace {

using ::testing::MatchesRegex;
using ::testing::StartsWith;

ProgramRun play(const std::string& input) {
  return run_tabiya({"play", "--nodes", "500", "--table", "1"}, input);
}

TEST(Play, AnswersSetupsAndMoves) {
  const ProgramRun run = play("Start\naddadffdnaaaaawa\nQuit\nStart\n");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, MatchesRegex("[ADFNW]{16}\n[a-h][1-8][a-h][1-8]\n"));
}

TEST(Play, TakesCarriageReturnsAMissingLineEndAndTheEndOfItsInput) {
  EXPECT_THAT(play("Time 9000\r\nOpening AWAAAAAADFFDDDAN addadffdnaaaaawa\r\nStart").out,
              MatchesRegex("[a-h][1-8][a-h][1-8]\n"));
  EXPECT_EQ(play(""), (ProgramRun{0, "", ""}));
}

TEST(Play, StopsAtALineThatItCannotFollow) {
  const ProgramRun run = play("Opening AWAAAAAADFFDDDAN addadffdnaaaaawa\na1a1\n");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, StartsWith("tabiya: standard input"));
}

}  // namespace
}  // namespace tabiya::tools
