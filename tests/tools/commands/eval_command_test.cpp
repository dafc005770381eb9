#include "tests/tools/program_run.h"

namespace tabiya::tools::eval_command_test {

constexpr const char* kPosition = "W7/8/8/8/8/8/8/6Aw r - 2";

// `tabiya eval ARGUMENTS…` by the linear weights.
ProgramRun eval(std::vector<std::string> arguments, const std::string& input = "") {
  return run_tabiya(joined({"eval", "--net", "linear"}, arguments), input);
}

// By hand, from the table of weights: a wazir in the corner each (655), an alfil on h7 (as on a2: 89), and
// 352 for the side to move.
TEST(EvalCommand, ValuesThePositionForTheSideToMove) {
  EXPECT_EQ(eval({kPosition}), prints("+0.441 (60.8 %)\n"));
  EXPECT_EQ(eval({kPosition, "--json"}), prints("{\"eval\":4410,\"view\":\"side to move\"}\n"));
  EXPECT_EQ(eval({"W7/8/8/8/8/8/8/6Aw b - 3"}), prints("+0.263 (56.5 %)\n"));
  EXPECT_EQ(eval({"W7/8/8/8/8/8/8/7w r A 2"}), prints("+0.538 (63.1 %)\n"));
}

// Half a setup has no value, for this command as for `analyse`.
TEST(EvalCommand, RefusesPositionsOfTheSetupPhase) {
  const std::string message =
      ": the setups are not placed yet, so the position has no value; place both, for example with --moves "
      "\"AWAAAAAADFFDDDAN wnffddddaaaaaaaa\"";
  for (const char* command : {"eval", "analyse"}) {
    EXPECT_EQ(refused({command, "startpos"}), unusable("POSITION" + message));
    EXPECT_EQ(refused({command, "startpos", "--moves", "AWAAAAAADFFDDDAN"}), unusable("POSITION" + message));
  }
  for (const char* net : {"linear", "shipped"}) {
    EXPECT_EQ(run_tabiya({"eval", "--positions", "-", "--net", net}, std::string(kPosition) + "\nstartpos\n"),
              unusable("standard input, line 2" + message));
  }
}

TEST(EvalCommand, EvaluatesWithTheShippedNetworkUnlessAskedOtherwise) {
  const std::string position = "AWAAAAAA/1FFDDDAN/8/D7/8/8/addadffd/naaaaawa b - 3";
  const ProgramRun run = run_tabiya({"eval", position});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run, run_tabiya({"eval", position, "--net", "shipped"}));
  EXPECT_NE(run, eval({position}));
}

TEST(EvalCommand, PlaysMovesFirst) {
  const std::string moves = "AWAAAAAADFFDDDAN addadffdnaaaaawa b1d1";
  EXPECT_EQ(eval({"startpos", "--moves", moves}),
            eval({"AWAAAAAA/1FFDDDAN/8/D7/8/8/addadffd/naaaaawa b - 3"}));
  EXPECT_EQ(eval({kPosition, "--moves", ""}), prints("+0.441 (60.8 %)\n"));
}

TEST(EvalCommand, ReadsPositionsFromAFileOrStandardInput) {
  const std::string positions = std::string(kPosition) + "\nW7/8/8/8/8/8/8/6Aw b - 3\r\n" + kPosition;
  EXPECT_EQ(eval({"--positions", "-"}, positions),
            prints("+0.441 (60.8 %)\n+0.263 (56.5 %)\n+0.441 (60.8 %)\n"));
  const TemporaryFolder folder;
  write_file(folder.path("positions"), positions);
  const std::string value = "{\"eval\":4410,\"view\":\"side to move\"}\n";
  EXPECT_EQ(eval({"--positions", folder.path("positions"), "--json"}),
            prints(value + "{\"eval\":2630,\"view\":\"side to move\"}\n" + value));
  EXPECT_EQ(eval({"--positions", "-"}, ""), prints(""));
}

TEST(EvalCommand, PrintsNothingWhenOneOfThePositionsIsBad) {
  EXPECT_EQ(eval({"--positions", "-"}, std::string(kPosition) + "\n8/8 r - 2\n"),
            unusable("standard input, line 2, byte 3: the board ends early: expected 8 rows of 8 squares"));
}

TEST(EvalCommand, RefusesOptionsThatDoNotGoTogether) {
  EXPECT_EQ(eval({}), unusable("eval: no position given; name a POSITION or --positions FILE"));
  EXPECT_EQ(eval({"startpos", "--positions", "-"}),
            unusable("eval: POSITION excludes --positions; see `tabiya eval --help`"));
  EXPECT_EQ(eval({"--positions", "-", "--moves", "b1b3"}).exit_code, 2);
  EXPECT_EQ(eval({"--positions", "/nowhere/positions"}),
            unusable("/nowhere/positions: cannot read: No such file or directory"));
}

}  // namespace tabiya::tools::eval_command_test
