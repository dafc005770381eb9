#include "tests/tools/program_run.h"

namespace tabiya::tools::tune_command_test {

class TuneTest : public ::testing::Test {
 protected:
  ProgramRun tune(std::vector<std::string> more) {
    return run_tabiya(joined(
        {"tune", "futility:0:10:1", "most:100:500:50", "--engine",
         "play --net linear --book none --nodes 60 --table 1", "--game-time", "100000000", "--out", out_},
        more));
  }
  std::vector<Json> lines() const { return parsed_lines(read_file(out_)); }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("tune.jsonl");
};

TEST_F(TuneTest, RecordsEachIterationAndPrintsTheValues) {
  const std::string run = output_of(tune({"--iterations", "3", "--rate", "0.5"}));
  EXPECT_THAT(run, HasSubstr("after 3 iterations: --set futility="));
  EXPECT_THAT(run, HasSubstr(" --clock most="));
  const auto log = lines();
  ASSERT_EQ(log.size(), 4u);
  EXPECT_EQ(log[0]["iterations"], 3);
  for (std::size_t i = 1; i < log.size(); ++i) {
    EXPECT_EQ(log[i]["iteration"], i);
    EXPECT_EQ(log[i]["games"], 2);
    const auto result = log[i]["result"].get<double>();
    const auto futility = log[i]["values"]["futility"].get<double>();
    EXPECT_LE(std::abs(result), 1);
    EXPECT_GE(futility, 0);
    EXPECT_LE(futility, 10);
  }
}

TEST_F(TuneTest, GoesOnWhereItWasKilled) {
  require(tune({"--iterations", "3"}));
  const std::string whole = read_file(out_);
  const std::size_t second = whole.find("{\"iteration\":2");
  write_file(out_, whole.substr(0, second + 20));  // cut within a line
  EXPECT_THAT(tune({"--iterations", "3"}).err, HasSubstr("--resume"));
  EXPECT_THAT(tune({"--iterations", "4", "--resume"}).err, HasSubstr("of another tuning run"));
  require(tune({"--iterations", "3", "--resume"}));
  EXPECT_EQ(read_file(out_), whole);
}

TEST_F(TuneTest, RefusesWhatItCannotTune) {
  const auto is_refused = [&](const std::string& parameter) {
    return refused({"tune", parameter, "--out", out_}).exit_code == 2;
  };
  for (const char* parameter :
       {"futility", "futility:0:10", "futility:0:10:0", "futility:7:10:1", "futility:0:3:1",
        "futility:a:10:1", "futility:0:nan:1", "speed:0:10:1", ":::", ""})
    EXPECT_TRUE(is_refused(parameter)) << parameter;
  EXPECT_EQ(tune({"futility:0:10:1"}).exit_code, 2);
  EXPECT_EQ(tune({"--rate", "fast"}).exit_code, 2);
  write_file(out_, "rubbish\n");
  EXPECT_THAT(tune({"--resume"}).err, HasSubstr("line 1: not a line of a tuning run"));
  EXPECT_EQ(read_file(out_), "rubbish\n");
}

TEST_F(TuneTest, EndsWhenTheEngineDoes) {
  EXPECT_THAT(refusal_of(run_tabiya({"tune", "futility:0:10:1", "--engine",
                                     "play --book none --net /no/such/network", "--out", out_})),
              HasSubstr(" ended before it had answered any line, saying: tabiya: /no/such/network"));
}

}  // namespace tabiya::tools::tune_command_test
