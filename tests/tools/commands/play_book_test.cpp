// `tabiya play` from a book of moves in PolyGlot's format.
#include "tests/tools/program_run.h"

namespace tabiya::tools::play_book_test {

// The usual arrays stand already.
constexpr const char* kUsual = "Opening white=RNBQKBNR black=RNBQKBNR\n";

class PlayBook : public ::testing::Test {
 protected:
  // A book of the games with these moves, as many of each as its number says.
  void SetUp() override {
    const std::map<std::string, int> games{{"1. a4 h5 2. a5 h4 3. b3", 6}, {"1. h4 a5", 4}};
    std::string pgn;
    for (const auto& [moves, times] : games)
      for (int i = 0; i < times; ++i) pgn += "[Result \"1-0\"]\n\n" + moves + " 1-0\n\n";
    write_file(folder_.path("games.pgn"), pgn);
    require(run_tabiya({"book", "from-games", folder_.path("games.pgn"), "--out", book_, "--weight", "games",
                        "--min-games", "1", "--min-wins", "0"}));
  }
  ProgramRun play(const std::string& lines, std::vector<std::string> more = {}) {
    return run_tabiya(joined({"play", "--book", book_, "--nodes", "50", "--table", "1", "--seed", "3"}, more),
                      lines);
  }

  TemporaryFolder folder_;
  std::string book_ = folder_.path("moves.bin");
};

TEST_F(PlayBook, AnswersFromTheBookAndThenSearches) {
  const ProgramRun white = play("Start\nblack=RNBQKBNR\nh7h5\nh5h4\na7a6\nQuit\n", {"--variety", "0"});
  EXPECT_EQ(white.exit_code, 0) << white.err;
  EXPECT_THAT(white.out, StartsWith("white=RNBQKBNR\na2a4\na4a5\nb2b3\n"));
  EXPECT_EQ(std::count(white.out.begin(), white.out.end(), '\n'), 5);
  EXPECT_THAT(white.err, HasSubstr("ply 3: a4, book, weight 6\n"));
  EXPECT_THAT(white.err, HasSubstr("ply 9: ")) << "the last move is searched";
  EXPECT_EQ(play(kUsual + std::string("a2a4\na4a5\nQuit\n")).out, "h7h5\nh5h4\n");
}

TEST_F(PlayBook, SearchesWhereTheBookKnowsNothing) {
  const ProgramRun run = play("Time 1000\nOpening white=BBQNNRKR black=RNBQKBNR\nStart\nQuit\n");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("ply 3: "));
  EXPECT_THAT(run.err, Not(HasSubstr(", book, ")));
  const ProgramRun none = play(kUsual + std::string("Start\nQuit\n"), {"--lines", "none"});
  EXPECT_THAT(none.err, Not(HasSubstr(", book, ")));
}

TEST_F(PlayBook, PlaysWithPeople) {
  const std::string run =
      output_of(play("RNBQKBNR\nh5\nquit\n", {"--human", "--side", "black", "--variety", "0"}));
  EXPECT_THAT(run, HasSubstr("White plays a4\n"));
  EXPECT_THAT(run, HasSubstr("White plays a5\n"));
}

TEST_F(PlayBook, IsOfItsGameAndHoldsNoSetups) {
  EXPECT_THAT(play("Quit\n", {"--game", "ard_ri"}).err, HasSubstr("a book of moves of chess, not of ard_ri"));
  EXPECT_THAT(refused({"play", "--book", folder_.path("none.bin")}).err, HasSubstr("none.bin"));
  const std::string start = kUsual + std::string("Start\nQuit\n");
  EXPECT_EQ(run_tabiya({"play", "--game", "chess", "--lines", book_, "--variety", "0"}, start).out, "a2a4\n");
  EXPECT_THAT(run_tabiya({"match", "play", "play", "--book", book_}).err,
              HasSubstr("a book of moves in PolyGlot's format, not of setups"));
}

}  // namespace tabiya::tools::play_book_test
