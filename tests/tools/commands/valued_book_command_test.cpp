// The commands of `book` on books of moves.
#include <csignal>

#include "tests/support/checkout.h"
#include "tests/tools/answers.h"
#include "tests/tools/commands/valued_books.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::valued_book_command_test {

using namespace valued_books;

TEST(ValuedBookCommand, ListsATreeWithValues) {
  const Files files;
  EXPECT_EQ(clean_output_of(run_tabiya({"book", "list", files.add("a.tbk", sample())})),
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

// The file is of the program's first layout, in which a won game was as long at its beginning as where the win was found.
TEST(ValuedBookCommand, CountsThePliesOfWinsInBooksOfTheOldLayout) {
  const std::string path = test::source_path("tests/tools/commands/lines_layout_1.tbk");
  const ProgramRun run = run_tabiya({"book", "probe", path, "8/8/1p3p2/8/8/2P1P1P1/8/8 w - - 0 1"});
  EXPECT_EQ(run, prints("for the side to move: won in 7 plies\n"
                        "e4      won in 7 plies\n"
                        "c4      -0.300 ± 0.425\n"
                        "g4      +1.900 ± 0.425\n"));
}

TEST(ValuedBookCommand, TellsWhatIsKnownOfAPosition) {
  const Files files;
  const std::string path = files.add("a.tbk", sample());
  EXPECT_EQ(run_tabiya({"book", "probe", path, "startpos"}),
            prints("for the side to move: +0.016, proved\n"
                   "e4      +0.016, proved\n"
                   "d4      +0.012, proved\n"
                   "c4      -0.900 ± 0.100  (outside the book)\n"));
  EXPECT_EQ(run_tabiya({"book", "probe", path, after("e4 e5 Nf3")->text()}).exit_code, 1);
  EXPECT_THAT(run_tabiya({"book", "show", path}).out, HasSubstr("for the side to move: +0.016"));
  const Json facts = parsed(run_tabiya({"book", "probe", path, "startpos", "--json"}).out);
  EXPECT_EQ(facts["value"], 160);
  EXPECT_EQ(facts["moves"][0]["move"], "e2e4");
  EXPECT_EQ(facts["moves"][2]["in_book"], false);
}

TEST(ValuedBookCommand, CountsWhatItHolds) {
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
  const ProgramRun stats = run_tabiya({"book", "stats", path, "--json"});
  int moves = 0;
  for (const Json& line : parsed_lines(stats.out)) moves += line["moves"].get<int>();
  EXPECT_EQ(moves, 7) << "moves out of the book do not count, as for `book info`";
}

TEST(ValuedBookCommand, IsFoundWanting) {
  const Files files;
  BookDraft draft = draft_of(sample());
  draft.values[*draft.graph.find(after("e4 e6")->key())].value = 300;
  const ProgramRun run = run_tabiya({"verify", files.add("a.tbk", ValuedBook(draft))});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr(after("e4 e6")->text() +
                                 ": is said to be worth +0.030, proved; by its moves it is +0.024"));
  std::string damaged = read_file(files.folder.path("a.tbk"));
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  write_file(files.folder.path("b.tbk"), damaged);
  EXPECT_EQ(refused({"verify", files.folder.path("b.tbk")}).exit_code, 2);
}

TEST(ValuedBookCommand, ListsEachRootOfSeveral) {
  const Files files;
  BookDraft draft = draft_of(sample());
  draft.roots.push_back({after("d4")->text(), *draft.graph.find(after("d4")->key())});
  const std::string path = files.add("a.tbk", ValuedBook(draft));
  const ProgramRun run = run_tabiya({"book", "list", path});
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, AllOf(StartsWith(after("")->text() + "\n"),
                             HasSubstr("\n" + after("d4")->text() + "\n  1... Nf6")));
  EXPECT_THAT(run_tabiya({"book", "list", path, "--from", after("e4 e6")->text()}).out,
              StartsWith("  1. d4"));
}

TEST(ValuedBookCommand, IsMadeSmaller) {
  const Files files;
  const std::string path = files.add("a.tbk", sample()), small = files.folder.path("small.tbk");
  const std::size_t whole = read_file(path).size();
  const ProgramRun run = run_tabiya(
      {"book", "export", path, "--to", "tbk", "--max-bytes", std::to_string(whole - 4), "--out", small});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("of 7 positions"));
  EXPECT_LE(read_file(small).size(), whole - 4);
  require(run_tabiya({"verify", small}));
  EXPECT_THAT(run_tabiya({"book", "probe", small, "startpos"}).out,
              StartsWith("for the side to move: +0.016"));
  EXPECT_EQ(refused({"book", "export", path, "--to", "tbk", "--max-bytes", "100", "--out", small, "--force"})
                .exit_code,
            2);
}

TEST(ValuedBookCommand, IsComparedAndMerged) {
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
  EXPECT_EQ(run_tabiya({"book", "merge", a, b, "--out", c}), prints(c + ": 7 positions of 10 in 2 books\n"));
  require(run_tabiya({"verify", c}));
  require(run_tabiya({"book", "merge", a, a, "--out", c, "--force"}));
  EXPECT_EQ(read_file(c), read_file(a));
  const std::string bin = files.folder.path("a.bin");
  require(run_tabiya({"book", "export", a, "--to", "polyglot", "--out", bin}));
  EXPECT_THAT(refused({"book", "diff", a, bin}).err, HasSubstr("one has weights, the other one values"));
}

TEST(ValuedBookCommand, IsAuditedWithItsJob) {
  const Files files;
  const std::string job = files.folder.path("job.toml"), book = files.folder.path("a.tbk"),
                    games = files.folder.path("a.pgn");
  write_file(job, "game = \"chess\"\n[lines]\nnodes = 200\npositions = 60\n");
  require(run_tabiya({"lines", job, "--out", book}));
  write_file(games,
             "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. a3 h6 2. a4 *\n\n1. e4 Ke4 *\n");
  const ProgramRun run = run_tabiya(
      {"audit", book, "--job", job, "--times", "3", "--sample", "20", "--games", games, "--first", "3"});
  EXPECT_NE(run.exit_code, 2) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("standard errors"), HasSubstr("go nodes 600"),
                             HasSubstr("logit a move"), HasSubstr("2 of 2 games reach the book, 1 skipped")));
  const ProgramRun again = run_tabiya({"audit", book, "--job", job, "--times", "3", "--sample", "20",
                                       "--games", games, "--first", "3", "--threads", "1"});
  EXPECT_EQ(again.out, run.out);
  EXPECT_THAT(refused({"audit", book}).err, HasSubstr("name with --job"));
  EXPECT_THAT(
      refused({"audit", "shipped", "--job", job}).err,
      HasSubstr("--job: goes with a book of moves with values alone, and shipped is a book of setups"));
  const std::string indexed = files.folder.path("a.tbi"), weights = files.folder.path("a.bin");
  require(run_tabiya({"book", "export", book, "--to", "tbi", "--out", indexed}));
  EXPECT_THAT(refused({"audit", indexed, "--job", job}).err,
              HasSubstr("a.tbi: audit needs the .tbk that this indexed book was made of"));
  require(run_tabiya({"book", "export", book, "--to", "polyglot", "--out", weights}));
  EXPECT_THAT(refused({"audit", weights}).err,
              HasSubstr("a.bin: audit needs a book of moves with values, which `tabiya lines` makes"));
}

TEST(ValuedBookCommand, IsTriedAtThePositionsOfAnother) {
  const Files files;
  const auto book = [&](const std::string& name, const std::string& positions) {
    const std::string job = files.folder.path(name + ".toml"), path = files.folder.path(name + ".tbk");
    write_file(job, "game = \"chess\"\n[lines]\nnodes = 200\npositions = " + positions + "\n");
    EXPECT_EQ(run_tabiya({"lines", job, "--out", path}).exit_code, 0);
    return path;
  };
  const std::string small = book("small", "10"), large = book("large", "60"), out = files.folder.path("list");
  const auto tried = [&](const std::string& path, std::vector<std::string> more) {
    return run_tabiya(joined({"audit", path, "--at", large, "--job", files.folder.path("small.toml"),
                              "--times", "3", "--sample", "20"},
                             more));
  };
  const ProgramRun of_large = tried(large, {"--out", out});
  EXPECT_THAT(of_large.out, AllOf(HasSubstr("go nodes 600"), HasSubstr("the book has      100.0 % of them")));
  EXPECT_THAT(read_file(out), StartsWith("position\tmove\tknown\t"));
  const ProgramRun whole = tried(small, {"--threads", "1"});
  EXPECT_THAT(whole.out, AllOf(HasSubstr("regret there"), HasSubstr("the engine alone"),
                               HasSubstr("the book saves"), Not(HasSubstr("100.0 %"))));
  EXPECT_EQ(tried(small, {"--out", out, "--resume"}).out, whole.out)
      << "with what was searched for the other";
  EXPECT_TRUE(std::filesystem::exists(out + ".state"));
  EXPECT_THAT(tried(small, {"--json"}).out, HasSubstr("\"saved_low\":"));
  EXPECT_THAT(tried(small, {"--games", out}).err, HasSubstr("--games"));
  EXPECT_THAT(run_tabiya({"audit", small, "--at", "shipped", "--job", files.folder.path("small.toml")}).err,
              HasSubstr("--at needs a book of moves with values"));
}

// A line behind setups is named with them.
TEST(ValuedBookCommand, IsAuditedBehindSetups) {
  const TemporaryFolder folder;
  const std::string job = folder.path("job.toml"), book = folder.path("a.tbk");
  write_file(job,
             "game = \"zero_point_one\"\nfrom = \"shipped\"\nentries = 3\nevaluation = \"linear\"\n"
             "[lines]\nnodes = 100\npositions = 60\n");
  require(run_tabiya({"lines", job, "--out", book}));
  const ProgramRun run = run_tabiya({"audit", book, "--job", job, "--sample", "20", "--first", "20"});
  EXPECT_THAT(run.out, ContainsRegex("\nAW[A-Z/8a-z]* r - 2 [^:]+: said "));
  EXPECT_THAT(run.out, Not(ContainsRegex("\n[A-Z][a-h][1-8][^:]*: said ")));
}

// An audit that was stopped says the same as one that was not.
TEST(ValuedBookCommand, IsAuditedThroughInterruptions) {
  const Files files;
  const std::string job = files.folder.path("job.toml"), book = files.folder.path("a.tbk"),
                    list = files.folder.path("list"), state = list + ".state";
  write_file(job, "game = \"chess\"\n[lines]\nnodes = 200\npositions = 60\n");
  require(run_tabiya({"lines", job, "--out", book}));
  const auto audit = [&](const std::string& out, std::vector<std::string> more = {}) {
    return run_tabiya(joined({"audit", book, "--job", job, "--sample", "20", "--out", out}, more));
  };
  const std::string whole = files.folder.path("whole");
  const ProgramRun expected = audit(whole);
  EXPECT_FALSE(std::filesystem::exists(whole + ".state"));
  const std::string found = read_file(whole);
  EXPECT_THAT(found,
              StartsWith("position\tbook move\tbest move\tvalue\terror\tfound\tdoubt\tregret\tdrawn\n"));
  const ProgramRun killed =
      signalled_run("audit '" + book + "' --job '" + job + "' --sample 20 --threads 1 --out '" + list + "'",
                    state, 6, SIGKILL);
  ASSERT_EQ(killed.exit_code, 128 + SIGKILL) << "it ended too soon";
  EXPECT_GE(answers_in(state), 5u);
  EXPECT_EQ(audit(list).exit_code, 2);
  EXPECT_THAT(audit(list, {"--resume", "--seed", "5"}).err,
              HasSubstr("is of another audit: seed is \"1\" there, and \"5\" here"));
  EXPECT_THAT(run_tabiya({"verify", state}).out, HasSubstr("the state of an audit"));
  EXPECT_EQ(audit(list, {"--resume"}), expected);
  EXPECT_EQ(read_file(list), found);
  EXPECT_FALSE(std::filesystem::exists(state));
}

}  // namespace tabiya::tools::valued_book_command_test
