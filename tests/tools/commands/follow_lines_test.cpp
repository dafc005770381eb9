// Books of moves behind setups: grown, and followed by players.
#include "tests/tools/program_run.h"

namespace tabiya::tools::follow_lines_test {

class FollowLines : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    write_file(
        file("job.toml"),
        "from = \"shipped\"\nentries = 2\nevaluation = \"linear\"\n\n[lines]\nnodes = 100\npositions = 40\n");
    grown_ = run_tabiya({"lines", file("job.toml"), "--out", file("lines.tbk"), "--json"});
  }
  static std::string file(const std::string& name) {
    static const TemporaryFolder kFolder;
    return kFolder.path(name);
  }

  // The best entry of the shipped book.
  static Json entry() {
    return parsed(run_tabiya({"book", "list", "shipped", "--json", "--first", "1"}).out);
  }
  static std::string setups() {
    const Json best = entry();
    return best["red"].get<std::string>() + " " + best["reply_wire"].get<std::string>();
  }
  static std::string opening() { return "Opening " + setups() + "\nStart\n"; }
  static ProgramRun play(const std::string& input, const std::string& lines) {
    return run_tabiya({"play", "--net", "linear", "--nodes", "50", "--table", "1", "--variety", "0", "--book",
                       "none", "--lines", lines},
                      input);
  }

  static ProgramRun grown_;
};
ProgramRun FollowLines::grown_;

TEST_F(FollowLines, GrowsBehindTheSetupsOfABook) {
  ASSERT_EQ(grown_.exit_code, 0) << grown_.err;
  const Json facts = parsed(grown_.out);
  EXPECT_EQ(facts["positions"], 40);
  EXPECT_EQ(facts["from"].size(), 2u);
}

TEST_F(FollowLines, GrowsBehindAPackedBookByItsPath) {
  const std::string book = test::source_path("data/books/default.tbp"), out = file("same.tbk");
  write_file(file("packed.toml"), "from = \"" + book +
                                      "\"\nentries = 2\nevaluation = \"linear\"\n\n[lines]\nnodes = 100\n"
                                      "positions = 40\n");
  require(run_tabiya({"lines", file("packed.toml"), "--out", out}));
  EXPECT_EQ(read_file(out), read_file(file("lines.tbk")));
}

TEST_F(FollowLines, PlaysTheMoveOfTheBookAndSearchesOutsideIt) {
  const std::string start = opening();
  const ProgramRun with = play(start, file("lines.tbk")), without = play(start, "none");
  ASSERT_EQ(with.exit_code, 0) << with.err;
  EXPECT_THAT(with.err, HasSubstr(", book, "));
  EXPECT_THAT(without.err, Not(HasSubstr(", book, ")));
  const std::string other =
      "Opening AWAAAAAADFFDDDAN addadffdnaaaaawa\nStart\n";  // which is not among the best two
  EXPECT_THAT(play(other, file("lines.tbk")).err, Not(HasSubstr(", book, ")));
}

TEST_F(FollowLines, TakesTheLinesOfItsBook) {
  const ProgramRun run = run_tabiya({"play", "--net", "linear", "--nodes", "50", "--table", "1", "--variety",
                                     "0", "--book", file("lines.tbk")},
                                    opening());
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr(", book, "));
}

TEST_F(FollowLines, FollowsThemAgainstAPerson) {
  const Json best = entry();
  write_file(file("game"),
             best["red"].get<std::string>() + " " + best["reply_wire"].get<std::string>() + "\n");
  EXPECT_THAT(output_of(run_tabiya(
                  {"play", "--human", "--side", "blue", "--net", "linear", "--nodes", "50", "--variety", "0",
                   "--book", "none", "--lines", file("lines.tbk"), "--load", file("game")},
                  "quit\n")),
              HasSubstr("Red plays "));
}

TEST_F(FollowLines, SaysWhatIsNoBookOfLines) {
  EXPECT_THAT(refusal_of(play("", file("job.toml"))), HasSubstr("job.toml: --lines needs a book of moves"));
  EXPECT_THAT(
      refusal_of(refused({"play", "--game", "pawn_race", "--book", "none", "--lines", file("lines.tbk")})),
      HasSubstr("a book of moves of zero_point_one, not of pawn_race"));
}

TEST_F(FollowLines, GoIntoASubmittedPlayerWhereTheyFit) {
  const std::string out = file("player.cpp");
  const auto submit = [&](std::vector<std::string> more) {
    return run_tabiya(joined({"submit", "--out", out, "--force", "--net", "linear", "--book", "none"}, more));
  };
  require(submit({}));
  const std::size_t bytes = read_file(out).size();
  EXPECT_THAT(output_of(submit({"--lines", file("lines.tbk")})),
              HasSubstr(" bytes of lines with 40 positions\n"));
  EXPECT_THAT(output_of(submit({"--lines", file("lines.tbk"), "--max-bytes", std::to_string(bytes + 100)})),
              HasSubstr("lines: left out, for want of "));
  EXPECT_EQ(read_file(out).size(), bytes);
}

}  // namespace tabiya::tools::follow_lines_test
