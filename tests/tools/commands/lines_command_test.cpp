#include <fmt/format.h>

#include <csignal>
#include <span>

#include "core/book/book_file.h"
#include "tests/support/checkout.h"
#include "tests/tools/answers.h"
#include "tests/tools/program_run.h"
#include "tools/books/move_book_input.h"

namespace tabiya::tools::lines_command_test {

class LinesCommand : public ::testing::Test {
 protected:
  void write_job(const std::string& lines, const std::string& more = "", const std::string& game = "chess") {
    write_file(job_, "game = \"" + game + "\"\n" + more + "\n[lines]\n" + lines + "\n");
  }
  ProgramRun lines(const std::string& book, std::vector<std::string> more = {}) {
    return run_tabiya(joined({"lines", job_, "--out", book}, more));
  }
  // Gets a signal when its state has so many answers.
  ProgramRun run_until(const std::string& book, std::size_t answers, int signal, int threads) {
    return signalled_run(fmt::format("lines '{}' --out '{}' --resume --threads {}", job_, book, threads),
                         book + ".state", answers, signal);
  }
  // A fake engine as the judge.
  static std::string oracle(const std::string& arguments) {
    return std::string("[oracle]\nengine = \"") + test::fake_engine() + " " + arguments + "\"\ntimeout = 5\n";
  }

  TemporaryFolder folder_;
  std::string job_ = folder_.path("job.toml"), book_ = folder_.path("lines.bin"), state_ = book_ + ".state";
};

TEST_F(LinesCommand, GrowsABookThatOthersRead) {
  write_job("nodes = 200\npositions = 40");
  const std::string run = output_of(lines(book_));
  EXPECT_THAT(run, StartsWith(book_ + ": "));
  EXPECT_THAT(run, HasSubstr("moves of 40 positions, "));
  require(run_tabiya({"verify", book_}));
  EXPECT_THAT(run_tabiya({"verify", state_}).out, StartsWith(state_ + ": the searches of a book of moves, "));
  const Json facts = parsed(lines(folder_.path("again.bin"), {"--json"}).out);
  EXPECT_EQ(facts["positions"], 40);
  EXPECT_EQ(facts["finished"], true);
  EXPECT_EQ(facts["from"].size(), 1u);
}

TEST_F(LinesCommand, KeepsAllThatIsKnown) {
  write_job("nodes = 200\npositions = 40");
  const std::string lines_file = folder_.path("lines.tbk");
  const Json facts = parsed(lines(lines_file, {"--json"}).out);
  ASSERT_EQ(facts["positions"], 40);
  const std::string file = read_file(lines_file);
  EXPECT_EQ(facts["bytes"], file.size());
  const auto bytes = std::as_bytes(std::span(file));
  const LoadedValues loaded = lines_in(bytes, *decode_book(bytes), "lines");
  EXPECT_EQ(loaded.lines.size(), 40u);
  EXPECT_EQ(loaded.lines.move_count(), facts["moves"]);
  EXPECT_THAT(loaded.lines.meta().judge, HasSubstr("our own search, go nodes 200"));
  EXPECT_NEAR(loaded.lines[0].value.value, facts["from"][0]["value"].get<Score>(), kValueStep);
  EXPECT_NEAR(loaded.lines[0].value.error, facts["from"][0]["error"].get<Score>(), kValueStep);
  const std::string indexed = folder_.path("lines.tbi"), exported = folder_.path("exported.tbi");
  require(lines(indexed));
  require(run_tabiya({"book", "export", lines_file, "--to", "tbi", "--out", exported}));
  EXPECT_TRUE(read_file(indexed) == read_file(exported));
}

TEST_F(LinesCommand, MakesTheSameBookHoweverItIsMade) {
  write_job("nodes = 300\npositions = 120");
  require(lines(book_, {"--threads", "1"}));
  const std::string expected = read_file(book_), state = read_file(state_);
  const std::string other = folder_.path("other.bin");
  require(lines(other, {"--threads", "3"}));
  EXPECT_EQ(read_file(other), expected);
  // A copy may lack its end.
  for (const std::size_t size : {state.size() / 3, state.size() / 2, state.size() - 3}) {
    write_file(other + ".state", state.substr(0, size));
    const ProgramRun run = lines(other, {"--resume"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const bool lost_pages = size < state.size() - 3;
    EXPECT_EQ(run.err.find("before the damage can be used") != run.err.npos, lost_pages) << run.err;
    EXPECT_EQ(read_file(other), expected) << size;
  }
}

TEST_F(LinesCommand, StopsCleanlyAndGoesOn) {
  write_job("nodes = 500\npositions = 400");
  const std::string whole = folder_.path("whole.tbk"), stopped = folder_.path("stopped.tbk");
  require(lines(whole));
  const ProgramRun run = run_until(stopped, 100, SIGINT, 2);
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_THAT(run.err, HasSubstr("stopped; continue with --resume"));
  EXPECT_FALSE(std::filesystem::exists(stopped));
  const Json status = parsed(lines(stopped, {"--status", "--json"}).out);
  EXPECT_EQ(status["finished"], false);
  require(lines(stopped, {"--resume"}));
  EXPECT_EQ(read_file(stopped), read_file(whole));
}

TEST_F(LinesCommand, SaysHowFarItHasCome) {
  write_job("nodes = 200\npositions = 80");
  EXPECT_EQ(lines(book_, {"--status"}),
            unusable(state_ + ": no run has been started there; name the job's book with --out"));
  const Json whole = parsed(lines(book_, {"--json"}).out);
  const Json finished = parsed(lines(book_, {"--status", "--json"}).out);
  EXPECT_EQ(finished["finished"], true);
  for (const char* same : {"positions", "searches", "nodes", "search_error", "from"})
    EXPECT_EQ(finished[same], whole[same]) << same;
  EXPECT_THAT(lines(book_, {"--status"}).out, HasSubstr("next        nothing; the book is finished"));

  ASSERT_TRUE(
      booksearch::Database::open(state_)
          ->execute("DELETE FROM answer WHERE stored > (SELECT min(stored) + max(stored) FROM answer) / 2")
          .ok());
  const std::string half = read_file(state_);
  const Json begun = parsed(lines(book_, {"--status", "--json"}).out);
  EXPECT_EQ(begun["finished"], false);
  EXPECT_EQ(begun["searches"].get<std::size_t>() + begun["done"].get<std::size_t>(), answers_in(state_));
  EXPECT_LT(begun["done"], begun["total"]);
  EXPECT_LT(begun["positions"], 80);
  EXPECT_THAT(lines(book_, {"--status"}).out, HasSubstr("built by    no process at the moment"));
  EXPECT_EQ(read_file(state_), half);
  write_job("nodes = 300\npositions = 80");
  EXPECT_THAT(lines(book_, {"--status"}).err, HasSubstr("is of another book of moves: limits is"));
}

TEST_F(LinesCommand, SaysWhetherTheFocusIsInTheBook) {
  const auto write = [&](int positions) {
    write_job("nodes = 200\npositions = " + std::to_string(positions) +
              "\n[grow]\nfocus = \"rnbqkbnr/ppppppp1/8/7p/P7/8/1PPPPPPP/RNBQKBNR w KQkq - 0 2\"\n"
              "focus_positions = 5");
  };
  write(20);
  const std::string lacks =
      "position 1 of the focus is not among the 20 positions of the book: name another one";
  EXPECT_THAT(refusal_of(lines(book_)), HasSubstr(lacks));
  EXPECT_THAT(refusal_of(lines(book_, {"--status"})), HasSubstr(lacks));
  write(30);
  EXPECT_THAT(
      lines(book_, {"--status"}).out,
      HasSubstr("focus       0 of 1 position in the book, which grows beyond them once it has all\n"));
  EXPECT_EQ(parsed(lines(book_, {"--status", "--json"}).out)["focus_reached"], 0);
}

TEST_F(LinesCommand, GrowsOnWithMorePositions) {
  write_job("nodes = 200\npositions = 30");
  require(lines(book_));
  const std::size_t before = answers_in(state_);
  write_job("nodes = 200\npositions = 90");
  const Json facts = parsed(lines(book_, {"--resume", "--json"}).out);
  EXPECT_EQ(facts["positions"], 90);
  EXPECT_LT(answers_in(state_) - before, facts["searches"].get<std::size_t>())
      << "what was searched is not searched again";
  const std::string other = folder_.path("other.bin");
  require(lines(other));
  EXPECT_EQ(read_file(other), read_file(book_));
}

TEST_F(LinesCommand, KeepsWhatItHasWhenTimeIsOver) {
  write_job("nodes = 100\npositions = 1000000");
  const ProgramRun run = lines(book_, {"--budget", "2s", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(parsed(run.out)["finished"], false);
  EXPECT_THAT(run.err, IsEmpty());
  require(run_tabiya({"verify", book_}));
}

TEST_F(LinesCommand, DoesNotWaitForAnEngineThatHangs) {
  for (const char* fault : {"hang", "mute-handshake"}) {
    write_job("nodes = 100\npositions = 100",
              "[oracle]\nengine = \"" + test::fake_engine() + " " + std::string(fault) + "\"\n");
    const auto start = std::chrono::steady_clock::now();
    EXPECT_THAT(refusal_of(lines(book_, {"--budget", "1s", "--force"})),
                HasSubstr("' when the run was to end"))
        << fault;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
  }
}

TEST_F(LinesCommand, BeginsWhereItIsTold) {
  write_file(folder_.path("starts.epd"),
             "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 1\n");
  write_job("depth = 3\npositions = 20", "from = \"starts.epd\"");
  const std::string run = output_of(lines(book_, {"--json"}));
  EXPECT_EQ(parsed(run)["from"].size(), 2u);
  require(run_tabiya({"book", "probe", book_, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}));
}

// Pairs of arrays, and castling in words of X-FEN and Shredder-FEN.
TEST_F(LinesCommand, BeginsInChess960) {
  write_file(folder_.path("starts.epd"),
             "startpos\nwhite=RKNNBBQR black=BBQNNRKR\nnrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb -\n"
             "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1\n");
  write_job("nodes = 200\npositions = 60", "from = \"starts.epd\"");
  const std::string book = folder_.path("lines.tbk");
  const std::string run = output_of(lines(book, {"--json"}));
  EXPECT_EQ(parsed(run)["from"].size(), 4u);
  require(run_tabiya({"verify", book}));
  EXPECT_THAT(run_tabiya({"book", "probe", book, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb -"}).out,
              HasSubstr("for the side to move"));
  EXPECT_EQ(run_tabiya({"book", "probe", book, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w - -"}).exit_code, 1);
  EXPECT_THAT(lines(book_).err, HasSubstr("Chess960 is outside PolyGlot's format"));
  EXPECT_THAT(run_tabiya({"book", "export", book, "--to", "polyglot", "--out", book_}).err,
              HasSubstr("the lines behind 3 roots are left out"));
  require(run_tabiya({"verify", book_}));
  EXPECT_THAT(run_tabiya({"book", "info", book_}).out, Not(HasSubstr("cannot be reached")));
}

TEST_F(LinesCommand, HasNothingForPolyGlotInChess960Alone) {
  write_job("nodes = 200\npositions = 10", "from = \"white=RKNNBBQR black=BBQNNRKR\"");
  const std::string book = folder_.path("lines.tbk");
  require(lines(book));
  EXPECT_THAT(refused({"book", "export", book, "--to", "polyglot", "--out", book_}).err,
              HasSubstr("Chess960 is outside PolyGlot's format"));
}

TEST_F(LinesCommand, AsksAnEngine) {
  write_job("nodes = 200\npositions = 1", oracle(""));
  EXPECT_THAT(output_of(lines(book_)), HasSubstr("best e4"));
}

TEST_F(LinesCommand, LeavesTheStateOfAnotherJobAlone) {
  write_job("nodes = 200\npositions = 10");
  require(lines(book_));
  const std::string state = read_file(state_);
  EXPECT_EQ(lines(book_),
            unusable(state_ + ": already exists; continue it with --resume, or overwrite it with "
                              "--force"));
  write_job("nodes = 300\npositions = 10");
  EXPECT_THAT(refusal_of(lines(book_, {"--resume"})),
              HasSubstr("limits is \"go nodes 200\" there, and \"go nodes 300\" here"));
  EXPECT_EQ(read_file(state_), state);
}

// A book without a state is somebody else's.
TEST_F(LinesCommand, ReplacesABookOnlyWithItsStateOrByForce) {
  write_job("nodes = 50\npositions = 3");
  write_file(book_, "another book");
  const ProgramRun refusal = unusable(book_ + ": already exists; add --force to replace it");
  EXPECT_EQ(lines(book_), refusal);
  EXPECT_EQ(lines(book_, {"--resume"}), refusal);
  EXPECT_EQ(read_file(book_), "another book");
  require(lines(book_, {"--force"}));
  require(lines(book_, {"--resume"}));
}

TEST_F(LinesCommand, SaysWhatIsWrongWithAJob) {
  const auto fault = [&](const std::string& job) {
    write_file(job_, job);
    return refusal_of(lines(book_));
  };
  EXPECT_THAT(fault("game = \"chess\"\n"), HasSubstr("lines: is missing"));
  EXPECT_THAT(fault("[lines]\nnodes = 9\n"), HasSubstr("game: is missing"));
  EXPECT_THAT(fault("game = \"chess\"\n[lines]\n"), HasSubstr("line 2: lines.nodes: or depth is missing"));
  EXPECT_THAT(fault("game = \"chess\"\n[lines]\nnodes = 9\nside = \"x\"\n"), HasSubstr("line 4"));
  EXPECT_THAT(fault("game = \"chess\"\n[lines]\nnodes = 9\nmax_los = [1, 1]\n"), HasSubstr("max_los"));
  EXPECT_THAT(fault("game = \"pawn_race\"\n[lines]\nnodes = 9\n"),
              HasSubstr("pawn_race has no books in PolyGlot's format"));
  EXPECT_THAT(fault("game = \"chess\"\nentries = 3\n[lines]\nnodes = 9\n"),
              HasSubstr("line 2: entries: is for lines"));
  EXPECT_THAT(fault("from = \"shipped\"\ngame = \"chess\"\n[lines]\nnodes = 9\n"),
              HasSubstr("line 2: game: is not that of the book shipped"));
  EXPECT_THAT(fault("from = \"shipped\"\ngmae = \"chess\"\n[lines]\nnodes = 9\n"),
              HasSubstr("line 2: unknown key 'gmae'; the nearest known one is 'game'"));
  EXPECT_THAT(fault("game = \"chess\"\nfrom = \"8/8\"\n[lines]\nnodes = 9\n"), HasSubstr("from: '8/8'"));
  EXPECT_THAT(fault("game = \"chess\"\nfrom = \"7k/5KQ1/8/8/8/8/8/8 b - - 0 1\"\n[lines]\nnodes = 9\n"),
              HasSubstr("the game is over"));
}

}  // namespace tabiya::tools::lines_command_test
