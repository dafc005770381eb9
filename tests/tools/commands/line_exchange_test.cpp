// Books of lines in other formats, and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/tools/commands/line_books.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace line_exchange_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using namespace line_books;

TEST(LineExchange, IsExportedAsPgnWithVariations) {
  const Files files;
  const ProgramRun run =
      run_tabiya({"book", "export", files.add("a.tbk", sample()), "--to", "pgn", "--out", "-"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("[Event \"Book of lines\"]\n"));
  std::string moves = run.out.substr(run.out.find("\n\n"));
  std::ranges::replace(moves, '\n', ' ');
  EXPECT_THAT(moves, HasSubstr("1. e4 {[%eval 0.04] +0.016, proved} (1. d4 {[%eval 0.03] +0.012, proved} "
                               "1... Nf6 {[%eval 0.03] -0.012, proved (outside the book)} (1... e6 "));
  EXPECT_THAT(moves, HasSubstr("(1. c4 {[%eval -2.44] -0.900 +/- 0.100 (outside the book)}) 1... c5 "));
  // Our own reader passes variations over, and finds the main line.
  write_file(files.folder.path("a.pgn"), run.out);
  const std::string counted = files.folder.path("b.bin");
  ASSERT_EQ(run_tabiya({"book", "from-games", files.folder.path("a.pgn"), "--out", counted, "--min-games",
                        "1", "--min-wins", "0", "--weight", "games"})
                .exit_code,
            0);
  EXPECT_THAT(run_tabiya({"book", "list", counted}).out, AllOf(HasSubstr("1. e4"), HasSubstr("1... c5")));
}

TEST(LineExchange, IsExportedToPolyglotAndEpd) {
  const Files files;
  const std::string path = files.add("a.tbk", sample()), bin = files.folder.path("a.bin");
  ASSERT_EQ(run_tabiya({"book", "export", path, "--to", "polyglot", "--out", bin}).exit_code, 0);
  EXPECT_EQ(run_tabiya({"book", "probe", bin, "startpos"}).out,
            "e4         1000   51.4 %\nd4          946   48.6 %\n");
  EXPECT_EQ(run_tabiya({"verify", bin}).exit_code, 0);
  EXPECT_THAT(run_tabiya({"book", "export", path, "--to", "epd", "--out", "-"}).out, HasSubstr("bm e4 d4;"));
  EXPECT_THAT(run_tabiya({"book", "export", path, "--to", "csv", "--out", "-"}).err,
              HasSubstr("by --to epd, pgn, polyglot or tbk, and listed by `book list --json`"));
  EXPECT_EQ(run_tabiya({"book", "export", path, "--to", "text", "--out", "-"}).exit_code, 2);
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
    ASSERT_EQ(run_tabiya({"lines", job, "--out", book, "--force"}).exit_code, 0) << beginning;
    const std::string small = files.folder.path("small.tbk");
    ASSERT_EQ(
        run_tabiya({"book", "export", book, "--to", "tbk", "--max-bytes", "500", "--out", small, "--force"})
            .exit_code,
        0);
    for (const std::string& each : {book, small}) {
      const std::string games = files.folder.path("a.pgn");
      ASSERT_EQ(run_tabiya({"book", "export", each, "--to", "pgn", "--out", games, "--force"}).exit_code, 0);
      const ProgramRun run = run_tabiya({"book", "import", games, "--out", back, "--force"});
      ASSERT_EQ(run.exit_code, 0) << run.err;
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
  const ProgramRun run = run_tabiya({"book", "import", games, "--out", book});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run_tabiya({"verify", book}).exit_code, 0);
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
    const ProgramRun run = run_tabiya({"book", "import", games, "--out", book});
    EXPECT_EQ(run.exit_code, 2) << text;
    return run.err;
  };
  EXPECT_THAT(fault("1. e4\ne4 {[%eval 0.1]} *"), HasSubstr("a.pgn, line 2: illegal move 'e4'"));
  EXPECT_THAT(fault("(1. e4) *"), HasSubstr("a.pgn, line 1: a variation of no move"));
  EXPECT_THAT(fault("1. e4 (1. d4"), HasSubstr("a variation is not closed"));
  EXPECT_THAT(fault("1. e4 e5 *"), HasSubstr("no move has a value behind it"));
  EXPECT_THAT(fault("1. e4 {[%eval x]} (1. d4 {+0.1 +/- -2}) *"), HasSubstr("no move has a value behind it"));
  EXPECT_THAT(fault(""), HasSubstr("no move has a value behind it"));
  EXPECT_THAT(fault("[Variant \"Losers\"]\n\n1. e4 {[%eval 0.1]} *"),
              HasSubstr("the variant Losers is not known"));
  EXPECT_THAT(fault("[FEN \"8/8 w\"]\n\n1. e4 *"), HasSubstr("line 1: FEN: "));
  std::string nested = "1. e4 ";
  for (int i = 0; i < 2'000; ++i) nested += "(1. d4 ";
  EXPECT_THAT(fault(nested), HasSubstr("line 1: "));
}

TEST(LineExchange, ValuesGoUpFromGamesAgain) {
  const Files files;
  const std::string path = files.add("a.tbk", sample()), games = files.folder.path("a.pgn");
  const std::string back = files.folder.path("b.tbk");
  std::string text = run_tabiya({"book", "export", path, "--to", "pgn", "--out", "-"}).out;
  ASSERT_NE(text.find("-0.900"), text.npos);
  text.replace(text.find("-0.900"), 1, "+");  // in our own words, which count more than [%eval]
  write_file(games, text);
  ASSERT_EQ(run_tabiya({"book", "import", games, "--out", back}).exit_code, 0);
  EXPECT_EQ(run_tabiya({"verify", back}).exit_code, 0);
  EXPECT_THAT(run_tabiya({"book", "probe", back, "startpos"}).out,
              StartsWith("for the side to move: +0.900"));
}

}  // namespace line_exchange_test
}  // namespace tabiya::tools
