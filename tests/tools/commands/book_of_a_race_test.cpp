// Books of another game than the default one, through every command that takes a book: the game is named in
// the file.
#include "tests/tools/program_run.h"

namespace tabiya::tools::book_of_a_race_test {

// A book of all four normalised reds, whose best entry is a draw.
class BookOfARace : public ::testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_.path("race.toml"),
               "game = \"pawn_race\"\ntable_mib = 1\n"
               "[filter]\npool = 8\nkeep = 4\n"
               "[[stage]]\ndepth = 4\nkeep = 4\n");
    require(run_tabiya({"build", folder_.path("race.toml"), "--out", folder_.path("")}));
  }

  const TemporaryFolder folder_;
  const std::string book_ = folder_.path("race.tbk");
};

TEST_F(BookOfARace, IsShown) {
  EXPECT_THAT(run_tabiya({"book", "info", book_}).out, StartsWith("game              pawn_race\n"
                                                                  "entries           4\n"));
  EXPECT_THAT(run_tabiya({"book", "list", book_, "--first", "1"}).out,
              HasSubstr("\n     1  a  a  black=a  "));
  EXPECT_THAT(run_tabiya({"book", "show", book_, "--first", "1"}).out, HasSubstr("\n7 . p p p p p p p\n"));
  EXPECT_THAT(run_tabiya({"book", "list", book_, "--red-piece", "P@a2,P@h2", "--json"}).out,
              Not(HasSubstr(R"("red":"a","reply":"a")")));
  EXPECT_EQ(run_tabiya({"verify", book_}), prints(book_ + ": 4 entries, 0 findings\n"));
}

TEST_F(BookOfARace, IsCounted) {
  const ProgramRun stats = run_tabiya({"book", "stats", book_});
  EXPECT_THAT(stats.out, StartsWith("4 entries, "));
  EXPECT_THAT(stats.out, HasSubstr("\n2   75   75   75   75  100  100  100  100\n"
                                   "     a    b    c    d    e    f    g    h\n"));
  EXPECT_THAT(stats.out, Not(HasSubstr("wazirs")));
  EXPECT_THAT(run_tabiya({"book", "stats", book_, "--json"}).out,
              HasSubstr(R"("red_squares":{"P":{"a2":3,)"));
}

TEST_F(BookOfARace, AnswersReds) {
  EXPECT_THAT(run_tabiya({"book", "probe", book_, "h"}).out, HasSubstr("mirrored"));
  EXPECT_EQ(refused({"book", "probe", book_, "AWAAAAAADFFDDDAN"}),
            unusable("SETUP, byte 0: a gap is a file from a to h"));
}

TEST_F(BookOfARace, LetsTheEngineOfItsGameAnswerOthers) {
  const std::string text = folder_.path("first"), first = folder_.path("first.tbk");
  require(run_tabiya({"book", "export", book_, "--first", "1", "--to", "csv", "--out", text}));
  require(run_tabiya({"book", "import", text, "--from", "csv", "--game", "pawn_race", "--out", first}));
  EXPECT_EQ(run_tabiya({"book", "probe", first, "c"}), (ProgramRun{1, "c  not in the book\n", ""}));
  const std::string searched =
      output_of(run_tabiya({"book", "probe", first, "c", "--search", "--depth", "2"}));
  EXPECT_THAT(searched,
              MatchesRegex("c  a  black=a  .* at depth 2  \\(searched, the only reply that was tried\\)\n"));
}

TEST_F(BookOfARace, IsAudited) {
  const ProgramRun run = run_tabiya({"audit", book_, "--sample", "4", "--discarded", "0", "--random", "8"});
  EXPECT_THAT(run.out, HasSubstr("4 of 4 entries searched again, each against the 1000 statically best of 8 "
                                 "replies\n"));
}

TEST_F(BookOfARace, IsCarried) {
  for (const std::string format : {"csv", "json"}) {
    const std::string text = folder_.path("text"), back = folder_.path("back.tbk");
    require(run_tabiya({"book", "export", book_, "--to", format, "--out", text, "--force"}));
    ASSERT_EQ(run_tabiya({"book", "import", text, "--from", format, "--game", "pawn_race", "--out", back,
                          "--force"}),
              prints(back + ": 4 entries\n"));
    EXPECT_THAT(run_tabiya({"book", "diff", book_, back}).out, HasSubstr("in both           4\n"));
  }
  const std::string both = folder_.path("both.tbk");
  require(run_tabiya({"book", "merge", book_, folder_.path("back.tbk"), "--out", both}));
}

TEST_F(BookOfARace, DoesNotMixWithOtherGames) {
  EXPECT_EQ(refused({"book", "diff", book_, "shipped"}),
            unusable(book_ + " and shipped: books of different games"));
  EXPECT_EQ(refused({"book", "export", book_, "--to", "wazirdrop", "--out", "-"}),
            unusable("pawn_race has no books in the format wazirdrop; take csv or json"));
  EXPECT_EQ(
      refused({"submit", "--book", book_, "--out", folder_.path("player.cpp")}),
      unusable(book_ +
               ": a book of the game 'pawn_race', not of 'zero_point_one'; name that game, or another book"));
  EXPECT_EQ(
      refused({"search", "a", "--replies", "shipped", "--depth", "2", "--game", "pawn_race"}),
      unusable(
          "shipped: a book of the game 'zero_point_one', not of 'pawn_race'; name that game, or another book"));
}

}  // namespace tabiya::tools::book_of_a_race_test
