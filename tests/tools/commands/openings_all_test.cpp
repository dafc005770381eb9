// `tabiya openings --all`: every pair with its score, and what follows from the scores.
#include <cstring>

#include <fmt/format.h>

#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::openings_all_test {

std::vector<std::string> lines_of(const std::string& path) { return split_lines(read_file(path)); }

std::vector<std::string> fields_of(const std::string& line) {
  std::istringstream text(line);
  std::vector<std::string> fields;
  for (std::string field; std::getline(text, field, ',');) fields.push_back(field);
  return fields;
}

class OpeningsAllTest : public ::testing::Test {
 protected:
  void write_job(const std::string& game, const std::string& pairs, const std::string& more = "") {
    write_file(job_, fmt::format("game = \"{}\"\npairs = \"{}\"\n{}", game, pairs, more));
  }
  // The engine that is made for tests, with two stages.
  void write_engine_job(const std::string& pairs, const std::string& fault = "") {
    write_job("chess", pairs,
              fmt::format("[oracle]\nengine = \"{} {}\"\n[[stage]]\nnodes = 100\n[[stage]]\nnodes = 1000\n",
                          test::fake_engine(), fault));
  }
  std::string path(const std::string& name) const { return folder_.path(name); }
  ProgramRun all(const std::string& out, std::vector<std::string> more = {}) {
    return run_tabiya(joined({"openings", job_, "--all", "--out", path(out)}, more));
  }

  TemporaryFolder folder_;
  std::string job_ = folder_.path("job.toml");
};

constexpr const char* kDepthOne = "[[stage]]\ndepth = 1\n";

TEST_F(OpeningsAllTest, ListsEveryPairOfASmallGame) {
  write_job("pawn_race", "all", kDepthOne);
  EXPECT_THAT(clean_output_of(all("all.csv", {"--table", path("same.csv")})),
              MatchesRegex(".*all.csv: 32 of 32 pairs, 4 setups by 8, judged by our own search; "
                           "[0-9]+ nodes a pair\n"
                           "the same setup for both sides: 4 pairs, from a [^\n]*\n"
                           "White chooses, then Black: [a-h], answered by [a-h], [+-]0[^\n]*\n"
                           "both choose at once, at random: [+-]0[^\n]*\n"
                           "  White: [^\n]*\n  Black: [^\n]*\n"));
  const auto lines = lines_of(path("all.csv"));
  ASSERT_THAT(lines, SizeIs(33));
  EXPECT_EQ(lines[0], "first_setup,second_setup,score,low,high,wins,draws,losses,stage,depth,nodes");
  EXPECT_THAT(lines[1], MatchesRegex("a,a,-?[0-9]+,,,[0-9]+,0,[0-9]+,1,1,[0-9]+"));
  EXPECT_THAT(lines[32], HasSubstr("d,h,"));
  const auto same = lines_of(path("same.csv"));
  ASSERT_THAT(same, SizeIs(5));
  EXPECT_EQ(same[0], "rank,setup,score,low,high,wins,draws,losses,stage,depth,nodes");
}

TEST_F(OpeningsAllTest, TheMatrixHoldsWhatTheListHolds) {
  write_job("pawn_race", "all", kDepthOne);
  require(all("all.csv"));
  require(all("all.npy"));
  const std::string bytes = read_file(path("all.npy"));
  ASSERT_EQ(bytes.size(), 128 + 4 * 32u);
  EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\1\0v\0", 10));
  EXPECT_THAT(bytes.substr(10, 118), MatchesRegex("\\{'descr': '<f4', 'fortran_order': False, 'shape': "
                                                  "\\(4, 8\\), \\} *\n"));
  const auto lines = lines_of(path("all.csv"));
  for (std::size_t i = 0; i < 32; ++i) {
    float value = 0;
    std::memcpy(&value, bytes.data() + 128 + 4 * i, sizeof value);
    EXPECT_EQ(fmt::format("{:.0f}", value), fields_of(lines[i + 1])[2]) << i;
  }
}

// Scores of 64 pairs, from which the least of each row can be seen in the list.
TEST_F(OpeningsAllTest, TheSideThatChoosesFirstTakesTheBestMinimum) {
  write_engine_job("square 8");
  const std::string run = output_of(all("all.csv"));
  std::map<std::string, int> least;
  const auto lines = lines_of(path("all.csv"));
  ASSERT_THAT(lines, SizeIs(65));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto fields = fields_of(lines[i]);
    const int score = std::stoi(fields[2]);
    const auto [row, is_new] = least.emplace(fields[0], score);
    if (!is_new) row->second = std::min(row->second, score);
    EXPECT_LT(std::stod(fields[3]), score);
    EXPECT_GT(std::stod(fields[4]), score);
    EXPECT_EQ(fields[8], "2");
    EXPECT_EQ(fields[10], "1000");
  }
  ASSERT_EQ(least.size(), 8u);
  const auto best = std::ranges::max_element(least, {}, [](const auto& row) { return row.second; });
  EXPECT_THAT(run, HasSubstr(fmt::format("White chooses, then Black: {}, answered by ", best->first)));
  EXPECT_THAT(run, HasSubstr(fmt::format(", {:+}.00\n", best->second)));
  const ProgramRun json = all("all.csv", {"--resume", "--json"});
  double low = 0, high = 0;
  ASSERT_EQ(std::sscanf(json.out.c_str() + json.out.find("\"at_once\":"),
                        "\"at_once\":{\"low\":%lf,\"high\":%lf", &low, &high),
            2)
      << json.out;
  EXPECT_GE(low, best->second - 1e-3);
  EXPECT_NEAR(low, high, 1e-3);
}

TEST_F(OpeningsAllTest, SortsThePairsOfEqualSetups) {
  write_engine_job("same");
  require(all("all.csv", {"--table", path("same.csv")}));
  const auto lines = lines_of(path("same.csv"));
  ASSERT_THAT(lines, SizeIs(961));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_EQ(fields_of(lines[i])[0], std::to_string(i));
    if (i > 1) {
      EXPECT_GE(std::stoi(fields_of(lines[i - 1])[2]), std::stoi(fields_of(lines[i])[2]));
    }
  }
}

TEST_F(OpeningsAllTest, SaysWhatASampleCannotTell) {
  write_engine_job("sample 50");
  const std::string run = output_of(all("all.csv"));
  EXPECT_THAT(run, HasSubstr("all.csv: 50 of 50 pairs, "));
  EXPECT_THAT(run, HasSubstr("what the sides would choose is not known: that takes all pairs of some "
                             "setups with some others"));
  require(all("all.npy"));
  const std::string bytes = read_file(path("all.npy"));
  ASSERT_EQ(bytes.size(), 128 + 4 * 960 * 960u);
  int known = 0;
  for (std::size_t i = 128; i < bytes.size(); i += 4) {
    float value = 0;
    std::memcpy(&value, bytes.data() + i, sizeof value);
    known += value == value ? 1 : 0;
  }
  EXPECT_EQ(known, 50);
}

TEST_F(OpeningsAllTest, KeepsWhatItHasWhenTheTimeIsOver) {
  write_engine_job("square 30", "slow");
  const ProgramRun run = all("all.csv", {"--budget", "2s", "--threads", "1"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("time ran out before all pairs had been searched; --resume continues"));
  const auto early = lines_of(path("all.csv")).size();
  require(all("all.csv", {"--resume", "--threads", "2"}));
  EXPECT_THAT(lines_of(path("all.csv")), SizeIs(901));
  EXPECT_LE(early, 901u);
  require(all("whole.csv"));
  EXPECT_EQ(read_file(path("all.csv")), read_file(path("whole.csv")));
}

TEST_F(OpeningsAllTest, RefusesWhatItCannotMake) {
  write_job("zero_point_one", "square 3", kDepthOne);
  EXPECT_EQ(
      all("all.npy"),
      unusable("the matrix of all pairs of zero_point_one would have 10810800 rows of 10810800, and more "
               "than 4000000 values are too many; write a list of those that were judged, as CSV"));
  EXPECT_EQ(all("all.epd"),
            unusable("openings --all: writes csv or npy; name one as the ending of --out, or with --format"));
  EXPECT_EQ(all("all.csv", {"--plies", "1"}),
            unusable("openings --all: judges pairs of setups without moves after them; leave out plies"));
  EXPECT_EQ(refused({"openings", job_, "--out", path("list.epd")}),
            unusable(job_ + ": window is missing; --all does without one"));
  write_job("zero_point_one", "same", kDepthOne);
  EXPECT_EQ(all("all.csv").exit_code, 2);
  write_job("chess", "square 2001", kDepthOne);
  EXPECT_EQ(all("all.csv"), unusable("pairs: 'square 2001': name a number from 1 to 960"));
}

}  // namespace tabiya::tools::openings_all_test
