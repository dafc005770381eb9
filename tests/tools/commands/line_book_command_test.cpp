// The commands of `book` on books of lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "core/book/book_walk.h"
#include "core/book/line_book_file.h"
#include "core/games/game_module.h"
#include "tests/support/bytes.h"
#include "tests/tools/parsed_json.h"
#include "tests/tools/program_run.h"
#include "tools/books/line_book_input.h"
#include "tools/books/move_book_input.h"

namespace tabiya::tools {
namespace line_book_command_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

// A position by the line that leads to it, and the best move outside the book with its value for the side to move.
struct Known {
  std::string line, outside;
  Score score;
  bool is_proved = true;
};

std::unique_ptr<BookWalk> after(const std::string& line) {
  std::unique_ptr<BookWalk> walk = game_of_move_books().make_book_walk();
  std::istringstream words(line);
  for (std::string word; words >> word;) walk->play(walk->read(word).value());
  return walk;
}

// Of positions each of which follows the one that its line leads to without its last move.
LineBook book_of(const std::vector<Known>& positions, const std::string& root = "") {
  LineGraph graph;
  for (const Known& known : positions) {
    const std::unique_ptr<BookWalk> walk = after(known.line);
    const LineNode node = graph.add(walk->key(), walk->side_to_move());
    const auto outside =
        known.outside.empty() ? std::nullopt : std::optional(walk->read(known.outside).value());
    graph.set_outside(node, outside, LineScore{known.score, known.is_proved});
    if (known.line == root) continue;
    const std::size_t last = known.line.rfind(' ');
    const std::unique_ptr<BookWalk> before =
        after(last == std::string::npos ? "" : known.line.substr(0, last));
    graph.link(*graph.find(before->key()), before->read(known.line.substr(last + 1)).value(), node);
  }
  return finish_lines(graph, {{after(root)->text(), 0}},
                      {game_of_move_books().rules_version(), "a test", 1'000, 0, 500});
}

LineBook sample() {
  return book_of({{"", "c4", -9'000, false},
                  {"e4", "c5", -160},
                  {"d4", "Nf6", -120},
                  {"e4 e5", "Nf3", 200},
                  {"e4 e6", "Nc3", 180},
                  {"e4 e6 d4", "d5", -240},
                  {"d4 e6", "c4", 140},
                  {"d4 e6 e4", "d5", -240}});
}

struct Files {
  TemporaryFolder folder;

  std::string add(const std::string& name, const LineBook& lines) const {
    write_file(folder.path(name), std::string(test::text_of(line_book_file(lines, game_of_move_books()))));
    return folder.path(name);
  }
};

TEST(LineBookCommand, ListsATreeWithValues) {
  const Files files;
  const ProgramRun run = run_tabiya({"book", "list", files.add("a.tbk", sample())});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out,
            "  1. e4                         +0.016, proved\n"
            "    1... c5                     -0.016, proved  (outside the book)\n"
            "    1... e5                     -0.020, proved\n"
            "      2. Nf3                    +0.020, proved  (outside the book)\n"
            "    1... e6                     -0.024, proved\n"
            "      2. d4                     +0.024, proved\n"
            "        2... d5                 -0.024, proved  (outside the book)\n"
            "      2. Nc3                    +0.018, proved  (outside the book)\n"
            "  1. d4                         +0.012, proved\n"
            "    1... Nf6                    -0.012, proved  (outside the book)\n"
            "    1... e6                     -0.024, proved\n"
            "      2. e4                     +0.024, proved  (listed elsewhere)\n"
            "      2. c4                     +0.014, proved  (outside the book)\n"
            "  1. c4                         -0.900 ± 0.100  (outside the book)\n");
  const ProgramRun json = run_tabiya({"book", "list", files.folder.path("a.tbk"), "--json", "--first", "2"});
  EXPECT_THAT(json.out, HasSubstr(R"("line":"e2e4 c7c5","move":"c7c5","san":"c5","value":-160)"));
  EXPECT_THAT(json.out, HasSubstr(R"("error":0,"in_book":false,"transposes":false)"));
}

TEST(LineBookCommand, TellsWhatIsKnownOfAPosition) {
  const Files files;
  const std::string path = files.add("a.tbk", sample());
  EXPECT_EQ(run_tabiya({"book", "probe", path, "startpos"}),
            (ProgramRun{0,
                        "for the side to move: +0.016, proved\n"
                        "e4      +0.016, proved\n"
                        "d4      +0.012, proved\n"
                        "c4      -0.900 ± 0.100  (outside the book)\n",
                        ""}));
  EXPECT_EQ(run_tabiya({"book", "probe", path, after("e4 e5 Nf3")->text()}).exit_code, 1);
  EXPECT_THAT(run_tabiya({"book", "show", path}).out, HasSubstr("for the side to move: +0.016"));
  const Json facts = parsed(run_tabiya({"book", "probe", path, "startpos", "--json"}).out);
  EXPECT_EQ(facts["value"], 160);
  EXPECT_EQ(facts["moves"][0]["move"], "e2e4");
  EXPECT_EQ(facts["moves"][2]["in_book"], false);
}

TEST(LineBookCommand, CountsWhatItHolds) {
  const Files files;
  const std::string path = files.add("a.tbk", sample());
  const Json facts = parsed(run_tabiya({"book", "info", path, "--json"}).out);
  EXPECT_EQ(facts["positions"], 7);
  EXPECT_EQ(facts["moves"], 7);
  EXPECT_EQ(facts["transpositions"], 1);
  EXPECT_EQ(facts["longest_line"], 3);
  EXPECT_EQ(facts["judge"], "a test");
  EXPECT_EQ(facts["from"][0]["value"], 160);
  EXPECT_THAT(run_tabiya({"book", "info", path}).out,
              AllOf(HasSubstr("search error      0.100 logit\n"), HasSubstr("for the side to move: +0.016")));
  EXPECT_THAT(run_tabiya({"book", "stats", path}).out, HasSubstr("transpositions"));
}

TEST(LineBookCommand, IsFoundSound) {
  const Files files;
  EXPECT_EQ(
      run_tabiya({"verify", files.add("a.tbk", sample())}),
      (ProgramRun{0, files.folder.path("a.tbk") + ": a book of lines of chess, 7 positions, 0 findings\n",
                  ""}));
}

TEST(LineBookCommand, IsFoundWanting) {
  const Files files;
  LineDraft draft = draft_of(sample());
  draft.values[*draft.graph.find(after("e4 e6")->key())].value = 300;
  const ProgramRun run = run_tabiya({"verify", files.add("a.tbk", LineBook(draft))});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr(after("e4 e6")->text() +
                                 ": is said to be worth +0.030, proved; by its moves it is +0.024"));
  std::string damaged = read_file(files.folder.path("a.tbk"));
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  write_file(files.folder.path("b.tbk"), damaged);
  EXPECT_EQ(run_tabiya({"verify", files.folder.path("b.tbk")}).exit_code, 2);
}

TEST(LineBookCommand, ListsEachRootOfSeveral) {
  const Files files;
  LineDraft draft = draft_of(sample());
  draft.roots.push_back({after("d4")->text(), *draft.graph.find(after("d4")->key())});
  const std::string path = files.add("a.tbk", LineBook(draft));
  const ProgramRun run = run_tabiya({"book", "list", path});
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, AllOf(StartsWith(after("")->text() + "\n"),
                             HasSubstr("\n" + after("d4")->text() + "\n  1... Nf6")));
  EXPECT_THAT(run_tabiya({"book", "list", path, "--from", after("e4 e6")->text()}).out,
              StartsWith("  1. d4"));
}

TEST(LineBookCommand, IsExportedAsPgnWithVariations) {
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

TEST(LineBookCommand, IsExportedToPolyglotAndText) {
  const Files files;
  const std::string path = files.add("a.tbk", sample()), bin = files.folder.path("a.bin");
  ASSERT_EQ(run_tabiya({"book", "export", path, "--to", "polyglot", "--out", bin}).exit_code, 0);
  EXPECT_EQ(run_tabiya({"book", "probe", bin, "startpos"}).out,
            "e4         1000   51.4 %\nd4          946   48.6 %\n");
  EXPECT_EQ(run_tabiya({"verify", bin}).exit_code, 0);
  const ProgramRun text = run_tabiya({"book", "export", path, "--to", "text", "--out", "-"});
  EXPECT_THAT(text.out,
              AllOf(StartsWith("# game chess\n# judge "),
                    HasSubstr("\nroot\tmoves\tvalue\terror\toutside\toutside_value\toutside_error\tbook\n"
                              "1\t-\t160\t0\tc2c4\t-9000\t1000\te2e4 d2d4\n"),
                    HasSubstr("\n1\te2e4\t-160\t0\tc7c5\t-160\t0\t")));
  EXPECT_THAT(run_tabiya({"book", "export", path, "--to", "epd", "--out", "-"}).out,
              HasSubstr("bm e4 d4 c4;"));
  EXPECT_EQ(run_tabiya({"book", "export", path, "--to", "csv", "--out", "-"}).exit_code, 2);
}

// Whole books, and smaller ones, of games with and without setups: byte for byte.
TEST(LineBookCommand, ComesBackFromText) {
  const Files files;
  const std::string job = files.folder.path("job.toml"), book = files.folder.path("a.tbk"),
                    table = files.folder.path("a.tsv"), back = files.folder.path("b.tbk");
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
      ASSERT_EQ(run_tabiya({"book", "export", each, "--to", "text", "--out", table, "--force"}).exit_code, 0);
      const ProgramRun run =
          run_tabiya({"book", "import", table, "--from", "text", "--out", back, "--force"});
      ASSERT_EQ(run.exit_code, 0) << run.err;
      EXPECT_EQ(read_file(back), read_file(each)) << beginning;
    }
  }
}

TEST(LineBookCommand, ValuesGoUpFromTextAgain) {
  const Files files;
  const std::string path = files.add("a.tbk", sample()), table = files.folder.path("a.tsv");
  const std::string back = files.folder.path("b.tbk");
  std::string text = run_tabiya({"book", "export", path, "--to", "text", "--out", "-"}).out;
  const std::string outside = "c2c4\t-9000\t1000";
  text.replace(text.find(outside), outside.size(), "c2c4\t9000\t1000");
  write_file(table, text);
  ASSERT_EQ(run_tabiya({"book", "import", table, "--out", back}).exit_code, 0);
  EXPECT_EQ(run_tabiya({"verify", back}).exit_code, 0);
  EXPECT_THAT(run_tabiya({"book", "probe", back, "startpos"}).out,
              StartsWith("for the side to move: +0.900"));
}

TEST(LineBookCommand, SaysWhatIsWrongWithAText) {
  const Files files;
  const std::string table = files.folder.path("a.tsv"), back = files.folder.path("b.tbk");
  const std::string text =
      run_tabiya({"book", "export", files.add("a.tbk", sample()), "--to", "text", "--out", "-"}).out;
  const auto fault = [&](const std::string& from, const std::string& to) {
    std::string damaged = text;
    EXPECT_NE(damaged.find(from), damaged.npos) << from;
    damaged.replace(damaged.find(from), from.size(), to);
    write_file(table, damaged);
    const ProgramRun run = run_tabiya({"book", "import", table, "--out", back});
    EXPECT_EQ(run.exit_code, 2) << from;
    return run.err;
  };
  EXPECT_THAT(fault("# game chess", "# game x"), HasSubstr("line 1"));
  EXPECT_THAT(fault("# game chess\n", ""), HasSubstr("the game has to be named first"));
  EXPECT_THAT(fault("# judge", "# jugde"), HasSubstr("line 2: 'jugde' is not known"));
  EXPECT_THAT(fault("\toutside\t", "\toutsid\t"), HasSubstr("not the names of the columns"));
  EXPECT_THAT(fault("\t-9000\t", "\t-9000000\t"), HasSubstr("'-9000000' is not a value"));
  EXPECT_THAT(fault("c2c4\t-9000", "c2c5\t-9000"), HasSubstr("c2c5"));
  EXPECT_THAT(fault("c2c4\t-9000", "e2e4\t-9000"), HasSubstr("e2e4 stands there twice"));
  EXPECT_THAT(fault("\te2e4 d2d4\n", "\te2e4 a2a3\n"), HasSubstr("no line has the position behind a2a3"));
  EXPECT_THAT(fault("\n1\te2e4\t", "\n7\te2e4\t"), HasSubstr("'7' is not the number of a root"));
  EXPECT_THAT(fault("\n1\te2e4\t", "\n1\t-\t"), HasSubstr("the position has come before"));
}

TEST(LineBookCommand, IsMadeSmaller) {
  const Files files;
  const std::string path = files.add("a.tbk", sample()), small = files.folder.path("small.tbk");
  const std::size_t whole = read_file(path).size();
  const ProgramRun run = run_tabiya(
      {"book", "export", path, "--to", "tbk", "--max-bytes", std::to_string(whole - 4), "--out", small});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("of 7 positions"));
  EXPECT_LE(read_file(small).size(), whole - 4);
  EXPECT_EQ(run_tabiya({"verify", small}).exit_code, 0);
  EXPECT_THAT(run_tabiya({"book", "probe", small, "startpos"}).out,
              StartsWith("for the side to move: +0.016"));
  EXPECT_EQ(
      run_tabiya({"book", "export", path, "--to", "tbk", "--max-bytes", "100", "--out", small, "--force"})
          .exit_code,
      2);
}

TEST(LineBookCommand, IsComparedAndMerged) {
  const Files files;
  const std::string a = files.add("a.tbk", sample());
  const std::string b =
      files.add("b.tbk", book_of({{"", "c4", -3'000, false}, {"e4", "c5", -200}, {"e4 e5", "Nf3", 240}}));
  EXPECT_THAT(run_tabiya({"book", "diff", a, a}).out, HasSubstr("the books are equal"));
  const ProgramRun run = run_tabiya({"book", "diff", a, b, "--list"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("< " + after("d4")->text()), HasSubstr("only in A         4 of 7 positions")));
  const std::string c = files.folder.path("c.tbk");
  EXPECT_EQ(run_tabiya({"book", "merge", a, b, "--out", c}),
            (ProgramRun{0, c + ": 7 positions of 10 in 2 books\n", ""}));
  EXPECT_EQ(run_tabiya({"verify", c}).exit_code, 0);
  EXPECT_EQ(run_tabiya({"book", "merge", a, a, "--out", c, "--force"}).exit_code, 0);
  EXPECT_EQ(read_file(c), read_file(a));
  const std::string bin = files.folder.path("a.bin");
  ASSERT_EQ(run_tabiya({"book", "export", a, "--to", "polyglot", "--out", bin}).exit_code, 0);
  EXPECT_THAT(run_tabiya({"book", "diff", a, bin}).err, HasSubstr("one has weights, the other one values"));
}

TEST(LineBookCommand, IsPackedAsItIs) {
  const Files files;
  const std::string path = files.add("a.tbk", sample()), packed = files.folder.path("a.txt"),
                    back = files.folder.path("b.tbk");
  ASSERT_EQ(run_tabiya({"pack", path, "--out", packed}).exit_code, 0);
  ASSERT_EQ(run_tabiya({"unpack", packed, "--out", back}).exit_code, 0);
  EXPECT_EQ(read_file(back), read_file(path));
}

TEST(LineBookCommand, IsAuditedWithItsJob) {
  const Files files;
  const std::string job = files.folder.path("job.toml"), book = files.folder.path("a.tbk"),
                    games = files.folder.path("a.pgn");
  write_file(job, "[lines]\nnodes = 200\npositions = 60\n");
  ASSERT_EQ(run_tabiya({"lines", job, "--out", book}).exit_code, 0);
  write_file(games,
             "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. a3 h6 2. a4 *\n\n1. e4 Ke4 *\n");
  const ProgramRun run = run_tabiya(
      {"audit", book, "--job", job, "--times", "3", "--sample", "20", "--games", games, "--first", "3"});
  EXPECT_NE(run.exit_code, 2) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("standard errors"), HasSubstr("go nodes 600"),
                             HasSubstr("logit a move"), HasSubstr("2 games, 1 skipped")));
  const ProgramRun again = run_tabiya({"audit", book, "--job", job, "--times", "3", "--sample", "20",
                                       "--games", games, "--first", "3", "--threads", "1"});
  EXPECT_EQ(again.out, run.out);
  EXPECT_THAT(run_tabiya({"audit", book}).err, HasSubstr("name with --job"));
  EXPECT_THAT(run_tabiya({"audit", "shipped", "--job", job}).err, HasSubstr("no book of lines"));
}

// An audit that was stopped says the same as one that was not.
TEST(LineBookCommand, IsAuditedThroughInterruptions) {
  const Files files;
  const std::string job = files.folder.path("job.toml"), book = files.folder.path("a.tbk"),
                    list = files.folder.path("list"), state = list + ".state";
  write_file(job, "[lines]\nnodes = 200\npositions = 60\n");
  ASSERT_EQ(run_tabiya({"lines", job, "--out", book}).exit_code, 0);
  const auto audit = [&](const std::string& out, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"audit", book, "--job", job, "--sample", "20", "--out", out});
    return run_tabiya(more);
  };
  const std::string whole = files.folder.path("whole");
  const ProgramRun expected = audit(whole);
  EXPECT_FALSE(std::filesystem::exists(whole + ".state"));
  const std::string found = read_file(whole);
  EXPECT_THAT(found,
              StartsWith("position\tbook move\tbest move\tvalue\terror\tfound\tdoubt\tregret\tdrawn\n"));
  const ProgramRun killed =
      run_in_shell("\"$TABIYA\" audit '" + book + "' --job '" + job + "' --sample 20 --threads 1 --out '" +
                   list + "' & until [ \"$(grep -cs . '" + state +
                   "')\" -ge 7 ] 2>/dev/null || ! kill -0 $!; do :; done; kill -KILL $!; wait $!");
  ASSERT_EQ(killed.exit_code, 128 + SIGKILL) << "it ended too soon";
  const auto searched = [&] {
    const std::string lines = read_file(state);
    return std::ranges::count(lines, '\n') - 1;
  };
  EXPECT_GE(searched(), 5);
  EXPECT_EQ(audit(list).exit_code, 2);
  EXPECT_THAT(audit(list, {"--resume", "--seed", "5"}).err,
              HasSubstr("is of another audit: seed is 1 there, and 5 here"));
  EXPECT_THAT(run_tabiya({"verify", state}).out, HasSubstr("the state of an audit"));
  EXPECT_EQ(audit(list, {"--resume"}), expected);
  EXPECT_EQ(read_file(list), found);
  EXPECT_FALSE(std::filesystem::exists(state));
}

}  // namespace line_book_command_test
}  // namespace tabiya::tools
