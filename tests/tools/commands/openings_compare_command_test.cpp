// `tabiya openings compare` from the outside, with an engine that is made for tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include <fmt/format.h>

#include "tests/tools/parsed_json.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace openings_compare_command_test {

using ::testing::HasSubstr;

class OpeningsCompareTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const ProgramRun reds = run_tabiya({"setups", "sample", "40", "--game", "chess", "--seed", "3"});
    ASSERT_EQ(reds.exit_code, 0) << reds.err;
    std::istringstream lines(reds.out);
    std::string first, second, all;
    for (std::string line; std::getline(lines, line);) all += line + " RNBQKBNR\n";
    write_file(a_, all);
    write_file(b_, all.substr(0, all.size() / 2 / 18 * 18));
  }
  std::vector<Json> compare(std::vector<std::string> more) {
    more.insert(more.begin(),
                {"openings", "compare", a_, b_, "--engine", FAKE_ENGINE, "--nodes", "500", "--json"});
    const ProgramRun run = run_tabiya(more);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    std::vector<Json> objects;
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) objects.push_back(parsed(line));
    return objects;
  }

  TemporaryFolder folder_;
  std::string a_ = folder_.path("a.txt"), b_ = folder_.path("b.txt");
};

TEST_F(OpeningsCompareTest, TellsTheWorthOfEachBook) {
  const auto objects = compare({"--sample", "30", "--sprt", "0,10", "--threads", "2"});
  ASSERT_EQ(objects.size(), 3u);
  EXPECT_EQ(objects[0]["book"], a_);
  EXPECT_EQ(objects[0]["positions"], 40);
  EXPECT_EQ(objects[0]["sample"], 30);
  EXPECT_EQ(objects[0]["ratio"]["value"], 1);
  EXPECT_EQ(objects[1]["sample"], 20);
  for (const Json& book : {objects[0], objects[1]}) {
    const auto elo = book["normalised_elo"]["value"].get<double>();
    EXPECT_NEAR(book["games"]["value"].get<double>() * elo * elo / 640'000, 1, 0.01);
    EXPECT_LE(book["ratio"]["low"], book["ratio"]["value"]);
    EXPECT_LE(book["ratio"]["value"], book["ratio"]["high"]);
    double sum = 0;
    for (const Json& share : book["pairs"]) sum += share.get<double>();
    EXPECT_NEAR(sum, 1, 1e-9);
  }
  EXPECT_EQ(objects[2]["judge"], "Fake 1.0");
  EXPECT_EQ(objects[2]["fitted_to"], 0);
  EXPECT_EQ(compare({"--sample", "30", "--sprt", "0,10", "--threads", "1"}), objects);
}

TEST_F(OpeningsCompareTest, FitsTheModelToGames) {
  std::string games;
  for (int i = 0; i < 40; ++i)
    games += fmt::format(
        "[White \"{}\"]\n[Black \"{}\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "
        "1\"]\n\n{}\n\n",
        i % 2 == 0 ? "A" : "B", i % 2 == 0 ? "B" : "A",
        i % 2 == 0   ? "1-0"
        : i % 4 == 1 ? "0-1"
                     : "1/2-1/2");
  write_file(folder_.path("games.pgn"), games);
  const auto objects = compare({"--games", folder_.path("games.pgn")});
  ASSERT_EQ(objects.size(), 3u);
  EXPECT_EQ(objects[2]["fitted_to"], 40);
  EXPECT_GT(objects[2]["strength"], 50);
}

TEST_F(OpeningsCompareTest, RefusesWhatItCannotDo) {
  EXPECT_THAT(
      run_tabiya({"openings", "compare", a_, "--engine", std::string(FAKE_ENGINE) + " no-chances"}).err,
      HasSubstr("has no option UCI_ShowWDL"));
  EXPECT_EQ(run_tabiya({"openings", "compare", a_, "--sprt", "5,0"}),
            unusable("openings compare: --sprt names the smaller difference first"));
  EXPECT_EQ(run_tabiya({"openings", "compare", a_, "--sprt", "5"}).exit_code, 2);
}

}  // namespace openings_compare_command_test
}  // namespace tabiya::tools
