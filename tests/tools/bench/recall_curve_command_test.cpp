// `tabiya bench recall --curve` from the outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/tools/drawing/well_formed.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class RecallCurve : public ::testing::Test {
 protected:
  RecallCurve() {
    const ProgramRun sample = run_tabiya({"setups", "sample", "40", "--seed", "3"});
    EXPECT_EQ(sample.exit_code, 0) << sample.err;
    write_file(folder_.path("list"), sample.out);
  }

  // With other values of options, or further ones.
  ProgramRun run(const std::map<std::string, std::string>& others, bool json = false) const {
    std::map<std::string, std::string> options{{"--replies", folder_.path("list")},
                                               {"--curve", folder_.path("curve.svg")},
                                               {"--depths", "1:2"},
                                               {"--candidates", "4"},
                                               {"--shared", "3"},
                                               {"--sample", "5"},
                                               {"--judge", "20"},
                                               {"--progress", "none"}};
    for (const auto& [option, value] : others) options[option] = value;
    std::vector<std::string> arguments{"bench", "recall", "--force"};
    for (const auto& [option, value] : options) arguments.insert(arguments.end(), {option, value});
    if (json) arguments.emplace_back("--json");
    return run_tabiya(arguments);
  }

  // What it prints as JSON, without the seconds.
  nlohmann::json figures(const std::map<std::string, std::string>& options) const {
    const ProgramRun measured = run(options, true);
    EXPECT_EQ(measured.exit_code, 0);
    EXPECT_EQ(measured.err, "");
    nlohmann::json object = nlohmann::json::parse(measured.out);
    for (nlohmann::json& point : object["points"]) {
      EXPECT_GT(point.at("seconds_a_red"), 0);
      EXPECT_GT(point.at("judge_seconds_a_red"), 0);
      point.erase("seconds_a_red");
      point.erase("judge_seconds_a_red");
    }
    return object;
  }

  std::string state() const { return folder_.path("state"); }

  const TemporaryFolder folder_;
};

TEST_F(RecallCurve, PrintsATableAndDrawsIt) {
  const ProgramRun measured = run({});
  EXPECT_EQ(measured.exit_code, 0);
  EXPECT_EQ(measured.err, "");
  EXPECT_THAT(measured.out,
              AllOf(StartsWith("5 reds, 80 replies; judged 4 plies deeper by 20 + 50 candidates; "
                               "seconds of one core for a red\n"
                               "depth          candidates  sieve    seconds         nodes  missed"),
                    HasSubstr("\n    1                   4      -  "),
                    HasSubstr("\n    2               4 + 3      -  ")));
  EXPECT_EQ(std::ranges::count(measured.out, '\n'), 6);
  EXPECT_TRUE(test::is_well_formed(read_file(folder_.path("curve.svg"))));
  EXPECT_THAT(folder_.names(), ElementsAre("curve.svg", "list"));
}

TEST_F(RecallCurve, IsTheSameOnAnyNumberOfThreads) {
  const nlohmann::json one = figures({{"--threads", "1"}});
  EXPECT_EQ(one["points"].size(), 4u);
  EXPECT_EQ(one, figures({{"--threads", "3"}}));
}

TEST_F(RecallCurve, TriesEachListThroughASieve) {
  const nlohmann::json sifted =
      figures({{"--depths", "8"}, {"--sieve", "50"}, {"--candidates", "20"}, {"--state", state()}});
  ASSERT_EQ(sifted["points"].size(), 4u);
  nlohmann::json without = nlohmann::json::array();
  for (const nlohmann::json& point : sifted["points"])
    if (point.at("sieve") == 0) without.push_back(point);
  EXPECT_EQ(without.size(), 2u);
  EXPECT_NE(sifted["points"][2].at("nodes_a_red"), without[0].at("nodes_a_red"));
  EXPECT_EQ(sifted, figures({{"--depths", "8"},
                             {"--sieve", "50"},
                             {"--candidates", "20"},
                             {"--state", state()},
                             {"--threads", "1"}}));
  EXPECT_THAT(read_file(folder_.path("curve.svg")), HasSubstr(">20 + 3 shared, sieve 50<"));
}

TEST_F(RecallCurve, TriesEachListWithAnswersToSimilarReds) {
  const nlohmann::json near = figures({{"--near", "2"}, {"--depths", "2"}, {"--state", state()}});
  ASSERT_EQ(near["points"].size(), 4u);
  EXPECT_EQ(near["points"][1].at("near"), 2);
  EXPECT_GT(near["points"][1].at("nodes_a_red"), near["points"][0].at("nodes_a_red"));
  EXPECT_EQ(near, figures({{"--near", "2"}, {"--depths", "2"}, {"--threads", "1"}}));
  EXPECT_THAT(read_file(folder_.path("curve.svg")), HasSubstr(">4 + 3 shared, 2 near<"));
}

TEST_F(RecallCurve, GoesOnFromWhereItWasStopped) {
  const nlohmann::json expected = figures({{"--state", state()}});
  const std::string whole = read_file(state());
  std::vector<std::size_t> ends;  // of lines
  for (std::size_t i = 0; i < whole.size(); ++i)
    if (whole[i] == '\n') ends.push_back(i + 1);
  ASSERT_GE(ends.size(), 31u);  // a header; for each depth two rows of each red at least, and its judgement
  for (const std::size_t kept : {ends[0], ends[7], ends[7] + 20, ends[ends.size() - 2], whole.size()}) {
    write_file(state(), whole.substr(0, kept));
    EXPECT_EQ(figures({{"--state", state()}}), expected) << kept;
    EXPECT_EQ(std::ranges::count(read_file(state()), '\n'), std::ssize(ends));
    EXPECT_THAT(read_file(state()),
                StartsWith(whole.substr(0, kept > ends[7] && kept < ends[8] ? ends[7] : kept)));
  }
}

TEST_F(RecallCurve, TakesFurtherDepthsIntoItsState) {
  figures({{"--state", state()}});
  const auto lines = std::ranges::count(read_file(state()), '\n');
  const nlohmann::json three = figures({{"--state", state()}, {"--depths", "1:3"}});
  EXPECT_EQ(three["points"].size(), 6u);
  EXPECT_EQ(three, figures({{"--depths", "1:3"}}));
  EXPECT_GT(std::ranges::count(read_file(state()), '\n'), lines);
}

TEST_F(RecallCurve, RefusesTheStateOfAnotherQuestion) {
  figures({{"--state", state()}});
  const std::string before = read_file(state());
  write_file(folder_.path("curve.svg"), "");
  EXPECT_EQ(
      run({{"--state", state()}, {"--judge", "21"}}),
      unusable(state() + ": is of another recall curve: judge is 20 there, and 21 here; take its options, "
                         "or choose another --state"));
  EXPECT_THAT(run({{"--state", state()}, {"--seed", "2"}}).err, HasSubstr("seed is 1 there, and 2 here"));
  EXPECT_THAT(run({{"--state", state()}, {"--net", "shipped"}}).err, HasSubstr("evaluation is "));
  const ProgramRun sample = run_tabiya({"setups", "sample", "40", "--seed", "4"});
  write_file(folder_.path("list"), sample.out);
  EXPECT_THAT(run({{"--state", state()}}).err, HasSubstr("replies is "));
  EXPECT_EQ(read_file(state()), before);
  EXPECT_EQ(read_file(folder_.path("curve.svg")), "");
}

TEST_F(RecallCurve, RefusesADamagedState) {
  figures({{"--state", state()}});
  std::string text = read_file(state());
  text[text.size() / 2] ^= 1;
  write_file(state(), text);
  const ProgramRun refused = run({{"--state", state()}});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err,
              HasSubstr("not a line of a recall curve, or damaged, or of an earlier version, whose "
                        "lines have no checksums; choose another --state, or remove it\n"));
  EXPECT_EQ(read_file(state()), text);
}

TEST_F(RecallCurve, RefusesWhatIsNoQuestion) {
  EXPECT_EQ(run_tabiya({"bench", "crc64", "--curve", "x.svg"}),
            unusable("bench: --curve is of `bench recall`"));
  EXPECT_EQ(run_tabiya({"bench", "recall", "--state", "x"}), unusable("bench: --state needs --curve"));
  for (const char* depths : {"", "0:3", "5:4", "3:97", "3:", "x", "3:4:5", "-1:2"})
    EXPECT_EQ(run_tabiya({"bench", "recall", "--curve", "x.svg", "--depths", depths}),
              unusable(std::string("bench: --depths: '") + depths +
                       "' are no depths from 1 to 96, such as 8:12; see `tabiya bench --help`"));
  write_file(folder_.path("there.svg"), "");
  EXPECT_THAT(run_tabiya({"bench", "recall", "--curve", folder_.path("there.svg")}).err,
              HasSubstr("there.svg: already exists; add --force to replace it"));
}

}  // namespace
}  // namespace tabiya::tools
