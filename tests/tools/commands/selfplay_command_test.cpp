#include "tests/tools/program_run.h"

namespace tabiya::tools::selfplay_command_test {

class SelfplayCommandTest : public ::testing::Test {
 protected:
  ProgramRun selfplay(const std::string& games, std::vector<std::string> more = {},
                      const std::string& network = "linear") {
    std::vector<std::string> arguments{"selfplay", "--depth", "1", "--games", games, "--out", out_};
    if (!network.empty()) arguments.insert(arguments.end(), {"--net", network});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tabiya(arguments);
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("games.tbd");
};

TEST_F(SelfplayCommandTest, WritesTheSameBytesOnAnyNumberOfThreadsAndAfterAnyBreak) {
  require(selfplay("96"));
  const std::string whole = read_file(out_);
  require(selfplay("96", {"--force", "--threads", "3"}));
  EXPECT_EQ(read_file(out_), whole);
  write_file(out_, whole.substr(0, whole.size() - 1'000));
  require(selfplay("96", {"--resume"}));
  EXPECT_EQ(read_file(out_), whole);
  require(selfplay("32", {"--force"}));
  require(selfplay("65", {"--resume"}));  // rounded up
  EXPECT_EQ(read_file(out_), whole);
}

TEST_F(SelfplayCommandTest, PlaysAgainstAnotherNetwork) {
  require(selfplay("32", {"--against", "material"}));
  const auto facts = parsed(run_tabiya({"data", "info", out_, "--json"}).out);
  EXPECT_TRUE(facts["settings"].contains("against"));
  EXPECT_GT(facts["won"], facts["lost"]);
  EXPECT_THAT(selfplay("64", {"--resume"}).err, HasSubstr("take those settings"));
  EXPECT_THAT(selfplay("32", {"--force", "--against", folder_.path("none")}).err, HasSubstr("none"));
}

TEST_F(SelfplayCommandTest, StopsCleanlyWhenInterrupted) {
  const ProgramRun run = run_in_shell("\"$TABIYA\" selfplay --games 10000000 --net linear --depth 1 --out " +
                                      out_ + " & until [ -s " + out_ +
                                      " ] || ! kill -0 $!; do sleep 0.01; done; kill -INT $!; wait $!");
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_THAT(run.err, HasSubstr("continue with --resume"));
  require(run_tabiya({"data", "info", out_}));
}

TEST_F(SelfplayCommandTest, LeavesAFileAloneThatAnotherRunWrites) {
  const std::string command =
      "\"$TABIYA\" selfplay --games 10000000 --depth 1 --net linear --resume --out " + out_;
  const ProgramRun second = run_in_shell(command + " 2>/dev/null & until [ -s " + out_ +
                                         " ] || ! kill -0 $!; do sleep 0.01; done\n" + command +
                                         "; code=$?; kill -INT $!; wait $!; exit $code");
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_THAT(second.err, MatchesRegex("tabiya: " + out_ + ": being written by process .*\n"));
  require(run_tabiya({"data", "info", out_}));
}

TEST_F(SelfplayCommandTest, DataInfoCountsWhatThereIs) {
  const Json made = parsed(output_of(selfplay("32", {"--json"})));
  const Json facts = parsed(output_of(run_tabiya({"data", "info", out_, "--json"})));
  EXPECT_EQ(facts["games"], 32);
  EXPECT_EQ(facts["positions"], made["new_positions"]);
  const int results = facts["won"].get<int>() + facts["drawn"].get<int>() + facts["lost"].get<int>() +
                      facts["without_result"].get<int>();
  EXPECT_EQ(facts["positions"], results);
  EXPECT_EQ(facts["bytes"], read_file(out_).size());
  EXPECT_EQ(facts["settings"]["depth"], 1);
  EXPECT_LT(facts["bytes_per_position"], 26);
  EXPECT_GT(facts["different_positions"], 32 * 10);
  EXPECT_THAT(run_tabiya({"data", "info", out_}).out, HasSubstr("  games               32\n"));
}

TEST_F(SelfplayCommandTest, RefusesGamesThatCannotBeLearnt) {
  EXPECT_EQ(selfplay("32", {"--game", "pawn_race"}),
            unusable("--game: pawn_race has no features, so that there is nothing to learn"));
  EXPECT_THAT(selfplay("32", {"--game", "go"}).err, HasSubstr("--game: unknown game 'go'"));
  EXPECT_THAT(selfplay("32", {"--game", "ard_ri", "--setups", folder_.path("list")}).err,
              HasSubstr("ard_ri has no setup phase"));
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(SelfplayCommandTest, RefusesWhatItCannotUse) {
  require(selfplay("32"));
  const std::string whole = read_file(out_);
  EXPECT_EQ(selfplay("32"),
            unusable(out_ + ": already exists; continue it with --resume, or overwrite it with --force"));
  EXPECT_THAT(selfplay("64", {"--resume", "--seed", "2"}).err, HasSubstr("take those settings"));
  EXPECT_EQ(selfplay("0").exit_code, 2);
  EXPECT_EQ(selfplay("32", {"--setups", folder_.path("none")}).exit_code, 2);
  EXPECT_EQ(selfplay("32", {"--force"}, out_).exit_code, 2);
  EXPECT_EQ(read_file(out_), whole);
  std::string damaged = whole;
  damaged[damaged.size() / 2] ^= 1;
  write_file(out_, damaged);
  EXPECT_EQ(refused({"data", "info", out_}).exit_code, 2);
  EXPECT_EQ(refused({"data", "info", folder_.path("none")}).exit_code, 2);
}

}  // namespace tabiya::tools::selfplay_command_test
