#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/tools/parsed_json.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace tune_command_test {

using ::testing::HasSubstr;

class TuneTest : public ::testing::Test {
 protected:
  ProgramRun tune(std::vector<std::string> more) {
    std::vector<std::string> arguments{"tune",
                                       "futility:0:10:1",
                                       "most:100:500:50",
                                       "--engine",
                                       "play --net linear --book none --nodes 60 --table 1",
                                       "--game-time",
                                       "100000000",
                                       "--out",
                                       out_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tabiya(arguments);
  }
  std::vector<Json> lines() const {
    std::istringstream text(read_file(out_));
    std::vector<Json> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(parsed(line));
    return lines;
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("tune.jsonl");
};

TEST_F(TuneTest, RecordsEachIterationAndPrintsTheValues) {
  const ProgramRun run = tune({"--iterations", "3", "--rate", "0.5"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("after 3 iterations: --set futility="));
  EXPECT_THAT(run.out, HasSubstr(" --clock most="));
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
  ASSERT_EQ(tune({"--iterations", "3"}).exit_code, 0);
  const std::string whole = read_file(out_);
  const std::size_t second = whole.find("{\"iteration\":2");
  write_file(out_, whole.substr(0, second + 20));  // cut within a line
  EXPECT_THAT(tune({"--iterations", "3"}).err, HasSubstr("--resume"));
  EXPECT_THAT(tune({"--iterations", "4", "--resume"}).err, HasSubstr("of another tuning run"));
  const ProgramRun resumed = tune({"--iterations", "3", "--resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(read_file(out_), whole);
}

TEST_F(TuneTest, RefusesWhatItCannotTune) {
  const auto refused = [&](const std::string& parameter) {
    return run_tabiya({"tune", parameter, "--out", out_}).exit_code == 2;
  };
  for (const char* parameter :
       {"futility", "futility:0:10", "futility:0:10:0", "futility:7:10:1", "futility:0:3:1",
        "futility:a:10:1", "futility:0:nan:1", "speed:0:10:1", ":::", ""})
    EXPECT_TRUE(refused(parameter)) << parameter;
  EXPECT_EQ(tune({"futility:0:10:1"}).exit_code, 2);
  EXPECT_EQ(tune({"--rate", "fast"}).exit_code, 2);
  write_file(out_, "rubbish\n");
  EXPECT_THAT(tune({"--resume"}).err, HasSubstr("line 1: not a line of a tuning run"));
  EXPECT_EQ(read_file(out_), "rubbish\n");
}

TEST_F(TuneTest, EndsWhenTheEngineDoes) {
  const ProgramRun run = run_tabiya(
      {"tune", "futility:0:10:1", "--engine", "play --book none --net /no/such/network", "--out", out_});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr(" ended before it had answered any line, saying: tabiya: /no/such/network"));
}

}  // namespace tune_command_test
}  // namespace tabiya::tools
