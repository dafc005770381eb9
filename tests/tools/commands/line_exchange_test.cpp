// Books of moves in other formats, and back.
#include "codec/text.h"
#include "core/book/indexed_book.h"
#include "tests/tools/commands/valued_books.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::line_exchange_test {

using namespace valued_books;

TEST(LineExchange, IsExportedAsPgnWithVariations) {
  const Files files;
  const std::string run =
      output_of(run_tabiya({"book", "export", files.add("a.tbk", sample()), "--to", "pgn", "--out", "-"}));
  EXPECT_THAT(run, StartsWith("[Event \"Book of moves\"]\n"));
  std::string moves = run.substr(run.find("\n\n"));
  std::ranges::replace(moves, '\n', ' ');
  EXPECT_THAT(moves, HasSubstr("1. e4 {[%eval 0.04] +0.016, proved} (1. d4 {[%eval 0.03] +0.012, proved} "
                               "1... Nf6 {[%eval 0.03] -0.012, proved (outside the book)} (1... e6 "));
  EXPECT_THAT(moves, HasSubstr("(1. c4 {[%eval -2.44] -0.900 +/- 0.100 (outside the book)}) 1... c5 "));
  // Our own reader passes variations over, and finds the main line.
  write_file(files.folder.path("a.pgn"), run);
  const std::string counted = files.folder.path("b.bin");
  require(run_tabiya({"book", "from-games", files.folder.path("a.pgn"), "--out", counted, "--min-games", "1",
                      "--min-wins", "0", "--weight", "games"}));
  EXPECT_THAT(run_tabiya({"book", "list", counted}).out, AllOf(HasSubstr("1. e4"), HasSubstr("1... c5")));
}

TEST(LineExchange, IsExportedToPolyglotAndEpd) {
  const Files files;
  const std::string path = files.add("a.tbk", sample()), bin = files.folder.path("a.bin");
  require(run_tabiya({"book", "export", path, "--to", "polyglot", "--out", bin}));
  EXPECT_EQ(run_tabiya({"book", "probe", bin, "startpos"}).out,
            "e4         1000   51.4 %\nd4          946   48.6 %\n");
  require(run_tabiya({"verify", bin}));
  EXPECT_THAT(run_tabiya({"book", "export", path, "--to", "epd", "--out", "-"}).out, HasSubstr("bm e4 d4;"));
  EXPECT_THAT(refused({"book", "export", path, "--to", "csv", "--out", "-"}).err,
              HasSubstr("by --to epd, pgn, polyglot, tbk or tbi, and listed by `book list --json`"));
  EXPECT_EQ(refused({"book", "export", path, "--to", "text", "--out", "-"}).exit_code, 2);
}

// Whole books, and smaller ones, of games with and without setups: byte for byte.
TEST(LineExchange, ComesBackFromPgn) {
  const Files files;
  const std::string job = files.folder.path("job.toml"), book = files.folder.path("a.tbk"),
                    back = files.folder.path("b.tbk");
  for (const char* beginning :
       {"game = \"chess\"\n", "game = \"chess\"\nfrom = \"white=RKNNBBQR black=BBQNNRKR\"\n",
        "game = \"zero_point_one\"\nfrom = \"shipped\"\nentries = 3\n", "game = \"ard_ri\"\n"}) {
    write_file(job, std::string(beginning) + "[lines]\nnodes = 100\npositions = 150\n");
    require(run_tabiya({"lines", job, "--out", book, "--force"}));
    const std::string small = files.folder.path("small.tbk");
    require(
        run_tabiya({"book", "export", book, "--to", "tbk", "--max-bytes", "500", "--out", small, "--force"}));
    for (const std::string& each : {book, small}) {
      const std::string games = files.folder.path("a.pgn");
      require(run_tabiya({"book", "export", each, "--to", "pgn", "--out", games, "--force"}));
      require(run_tabiya({"book", "import", games, "--out", back, "--force"}));
      EXPECT_EQ(read_file(back), read_file(each)) << beginning;
    }
  }
}

// Games as others annotate them. Behind 2. Nf3 of the first game nothing has a value; that of 1. d4 e6 2. e4 goes on in
// the first game as 1. e4 e6 2. d4, which is a move of the book though it has no value; 1. c4 is the best of two moves that
// lead nowhere.
constexpr const char* kAnnotated =
    "[Event \"?\"]\n[Annotator \"A person\"]\n\n"
    "1. e4 (1. d4 e6 2. e4 (2. c4 {[%eval 0.2]})) (1. c4 {[%eval 0.10] good}) (1. a3 {[%eval -0.3]})\n"
    "1... e5 {[%eval 0.30,20] solid} (1... e6 2. d4 d5 {[%clk 0:01:00] [%eval 0.5]}) 2. Nf3 Nc6 *\n\n"
    "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# *\n";

TEST(LineExchange, IsMadeOfAnnotatedGames) {
  const Files files;
  const std::string games = files.folder.path("a.pgn"), book = files.folder.path("a.tbk");
  write_file(games, kAnnotated);
  require(run_tabiya({"book", "import", games, "--out", book}));
  require(run_tabiya({"verify", book}));
  EXPECT_EQ(run_tabiya({"book", "list", book}).out,
            "  1. d4                         +0.184 ± 0.134\n"
            "    1... e6                     -0.184 ± 0.134\n"
            "      2. e4                     +0.184 ± 0.150\n"
            "        2... d5                 -0.184 ± 0.150  (outside the book)\n"
            "      2. c4                     +0.074 ± 0.150  (outside the book)\n"
            "  1. e4                         +0.111 ± 0.137\n"
            "    1... e5                     -0.111 ± 0.150  (outside the book)\n"
            "    1... e6                     -0.184 ± 0.150\n"
            "      2. d4                     +0.184 ± 0.150  (listed elsewhere)\n"
            "  1. c4                         +0.037 ± 0.150  (outside the book)\n"
            "  1. f3                         lost in 4 plies\n"
            "    1... e5                     won in 3 plies\n"
            "      2. g4                     lost in 2 plies\n"
            "        2... Qh4#               won in 1 ply\n");
  EXPECT_THAT(run_tabiya({"book", "info", book}).out, AllOf(HasSubstr("A person"), HasSubstr("0.150 logit")));
}

TEST(LineExchange, SaysWhatIsWrongWithGames) {
  const Files files;
  const std::string games = files.folder.path("a.pgn"), book = files.folder.path("a.tbk");
  const auto fault = [&](const std::string& text) {
    write_file(games, text);
    return refusal_of(refused({"book", "import", games, "--out", book}));
  };
  EXPECT_THAT(fault("1. e4\ne4 {[%eval 0.1]} *"), HasSubstr("a.pgn, line 2: illegal move 'e4'"));
  EXPECT_THAT(fault("1. e4 e5 *"), HasSubstr("no move has a value behind it"));
  EXPECT_THAT(fault(""), HasSubstr("holds no game"));
  EXPECT_THAT(fault("[Variant \"Losers\"]\n\n1. e4 {[%eval 0.1]} *"),
              HasSubstr("the variant Losers is not known"));
}

TEST(LineExchange, ValuesGoUpFromGamesAgain) {
  const Files files;
  const std::string path = files.add("a.tbk", sample()), games = files.folder.path("a.pgn");
  const std::string back = files.folder.path("b.tbk");
  std::string text = run_tabiya({"book", "export", path, "--to", "pgn", "--out", "-"}).out;
  ASSERT_NE(text.find("-0.900"), text.npos);
  text.replace(text.find("-0.900"), 1, "+");  // in our own words, which count more than [%eval]
  write_file(games, text);
  require(run_tabiya({"book", "import", games, "--out", back}));
  require(run_tabiya({"verify", back}));
  EXPECT_THAT(run_tabiya({"book", "probe", back, "startpos"}).out,
              StartsWith("for the side to move: +0.900"));
}

// The sample has no transposition that its lines leave out, so that both files say the same.
TEST(LineExchange, IsIndexedToBeSearchedWhereItStands) {
  const Files files;
  const std::string path = files.add("a.tbk", sample()), indexed = files.folder.path("a.tbi");
  require(run_tabiya({"book", "export", path, "--to", "tbi", "--out", indexed}));
  EXPECT_EQ(run_tabiya({"book", "list", indexed}), run_tabiya({"book", "list", path}));
  for (const std::string position :
       {"startpos", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"})
    EXPECT_EQ(run_tabiya({"book", "probe", indexed, position, "--json"}),
              run_tabiya({"book", "probe", path, position, "--json"}));
  const std::string go = "Opening white=RNBQKBNR black=RNBQKBNR\nStart\nQuit\n";
  const auto play = [&](const std::string& book) {
    return run_tabiya({"play", "--book", book, "--nodes", "50", "--variety", "0"}, go).out;
  };
  EXPECT_EQ(play(indexed), play(path));
  require(run_tabiya({"verify", indexed}));
  EXPECT_THAT(run_tabiya({"book", "merge", indexed, path, "--out", files.folder.path("b.tbk")}).err,
              HasSubstr("needs the .tbk that this indexed book was made of"));
  EXPECT_THAT(run_tabiya({"book", "diff", indexed, path}).err,
              HasSubstr("a.tbi: an indexed book finds moves by positions alone; take the .tbk"));
  std::string cut = read_file(indexed);
  cut.pop_back();
  write_file(indexed, cut);
  EXPECT_THAT(run_tabiya({"book", "probe", indexed, "startpos"}).err, HasSubstr("it is cut short"));
}

TEST(LineExchange, IsIndexedByTheNameOfTheFile) {
  const Files files;
  const std::string book = files.add("a.tbk", sample()), games = files.folder.path("a.pgn"),
                    weights = files.folder.path("a.bin"), indexed = files.folder.path("a.tbi"),
                    back = files.folder.path("b.tbk"), of_back = files.folder.path("b.tbi");
  require(run_tabiya({"book", "export", book, "--to", "pgn", "--out", games}));
  require(run_tabiya({"book", "import", games, "--out", indexed}));
  require(run_tabiya({"book", "import", games, "--out", back}));
  require(run_tabiya({"book", "merge", back, "--out", of_back}));
  EXPECT_THAT(read_file(indexed), StartsWith("TABINDEX"));
  EXPECT_TRUE(read_file(indexed) == read_file(of_back));
  require(run_tabiya({"book", "export", book, "--to", "polyglot", "--out", weights}));
  EXPECT_THAT(refusal_of(run_tabiya({"book", "merge", weights, "--out", files.folder.path("c.tbi")})),
              HasSubstr("c.tbi: an indexed book is made of books of moves with values; write FILE.bin"));
}

// The other program that has written the book did not say where its lines begin.
TEST(LineExchange, IsIndexedWithoutAKnownBeginning) {
  const TemporaryFolder folder;
  const std::string path = folder.path("a.tbi");
  const GameModule& chess = game_of_move_books();
  const auto file =
      encode_indexed({std::string(chess.name()), "", {chess.rules_version(), "a test"}, {"nowhere"}},
                     {{.key = indexed_key(indexed_text(*after("")))}})
          .value();
  write_file(path, as_text(file));
  EXPECT_THAT(refused({"book", "info", path, "--json"}).err, HasSubstr("a.tbi, byte 1: "));
  EXPECT_THAT(refused({"book", "list", path}).err, HasSubstr("a.tbi, byte 1: "));
  require(run_tabiya({"book", "probe", path, "startpos"}));
}

}  // namespace tabiya::tools::line_exchange_test
