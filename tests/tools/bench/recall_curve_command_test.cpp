// `tabiya bench recall --depths` from the outside.
#include "tests/tools/program_run.h"

namespace tabiya::tools::recall_curve_command_test {

class RecallCurve : public ::testing::Test {
 protected:
  RecallCurve() {
    const std::string sample = output_of(run_tabiya({"setups", "sample", "40", "--seed", "3"}));
    write_file(folder_.path("list"), sample);
  }

  // With other values of options, or further ones.
  ProgramRun run(const std::map<std::string, std::string>& others, bool json = false) const {
    std::map<std::string, std::string> options{{"--replies", folder_.path("list")},
                                               {"--depths", "1:2"},
                                               {"--candidates", "4"},
                                               {"--shared", "3"},
                                               {"--sample", "5"},
                                               {"--reference", "20"},
                                               {"--progress", "none"}};
    for (const auto& [option, value] : others) options[option] = value;
    std::vector<std::string> arguments{"bench", "recall"};
    for (const auto& [option, value] : options) arguments.insert(arguments.end(), {option, value});
    if (json) arguments.emplace_back("--json");
    return run_tabiya(arguments);
  }

  // What it prints as JSON, without the seconds.
  std::vector<Json> figures(const std::map<std::string, std::string>& options) const {
    const std::string measured = clean_output_of(run(options, true));
    std::vector<Json> points;
    std::istringstream lines(measured);
    for (std::string line; std::getline(lines, line);) {
      Json& point = points.emplace_back(parsed(line));
      EXPECT_GT(point.at("seconds_a_red").get<double>(), 0);
      EXPECT_GT(point.at("reference_seconds_a_red").get<double>(), 0);
      point.erase("seconds_a_red");
      point.erase("reference_seconds_a_red");
    }
    return points;
  }

  const TemporaryFolder folder_;
};

TEST_F(RecallCurve, PrintsATable) {
  const std::string measured = clean_output_of(run({}));
  EXPECT_THAT(measured,
              AllOf(StartsWith("5 reds, 80 replies; compared with 20, shared 50 candidates 4 plies deeper; "
                               "seconds of one core for a red\n"
                               "depth    seconds         nodes  missed"),
                    HasSubstr("\n    1  "), HasSubstr(")  4\n    2  "), HasSubstr("  4, shared 3\n")));
  EXPECT_EQ(std::ranges::count(measured, '\n'), 6);
}

TEST_F(RecallCurve, IsTheSameOnAnyNumberOfThreads) {
  const std::vector<Json> one = figures({{"--threads", "1"}});
  EXPECT_EQ(one.size(), 4u);
  EXPECT_EQ(one, figures({{"--threads", "3"}}));
}

TEST_F(RecallCurve, TriesEachListWithoutAndWithEachSetting) {
  const std::vector<Json> points =
      figures({{"--depths", "8"}, {"--sieve", "50"}, {"--candidates", "20"}, {"--near", "2"}});
  ASSERT_EQ(points.size(), 8u);
  EXPECT_EQ(points[0].at("sieve"), 0);
  EXPECT_EQ(points[1].at("sieve"), 50);
  EXPECT_NE(points[1].at("nodes_a_red"), points[0].at("nodes_a_red"));
  EXPECT_EQ(points[2].at("near"), 2);
  EXPECT_GT(points[2].at("nodes_a_red").get<double>(), points[0].at("nodes_a_red").get<double>());
  EXPECT_EQ(points[7].at("shared"), 3);
}

TEST_F(RecallCurve, RefusesWhatIsNoQuestion) {
  EXPECT_EQ(refused({"bench", "pairs", "--depths", "3"}), unusable("bench: --depths is of `bench recall`"));
  for (const char* depths : {"", "0:3", "5:4", "3:97", "3:", "x", "3:4:5", "-1:2"})
    EXPECT_EQ(refused({"bench", "recall", "--depths", depths}),
              unusable(std::string("bench: --depths: '") + depths +
                       "' are not depths from 1 to 96, such as 8:12; see `tabiya bench --help`"));
}

}  // namespace tabiya::tools::recall_curve_command_test
