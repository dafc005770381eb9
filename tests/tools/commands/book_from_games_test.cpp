#include "codec/zstd_frame.h"
#include "core/book/book_walk.h"
#include "core/book/polyglot_file.h"
#include "core/game/game_module.h"
#include "core/random.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"
#include "tools/books/move_book_input.h"

namespace tabiya::tools::book_from_games_test {

const std::string kGames =
    "[Event \"1\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2300\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
    "[Event \"2\"]\n[WhiteElo \"2400\"]\n[BlackElo \"1900\"]\n\n1. e4 c5 {Sicilian} 2. Nf3 (2. c3) 0-1\n\n"
    "[Event \"3\"]\n\n1. Nf3 e5 2. e4 1/2-1/2\n\n"
    "[Event \"4\"]\n\n1. e4 e5 2. Nf3 *\n";

struct Folder {
  TemporaryFolder folder;
  std::string games = folder.path("games.pgn"), book = folder.path("book.bin");

  Folder() { write_file(games, kGames); }
  // `book from-games` without limits.
  ProgramRun make(std::vector<std::string> more) const {
    return run_tabiya(
        joined({"book", "from-games", games, "--out", book, "--force", "--min-games", "1", "--min-wins", "0"},
               more));
  }
  std::string moves() const { return run_tabiya({"book", "probe", book, "startpos"}).out; }
};

TEST(BookFromGames, CountsMovesAndMergesTranspositions) {
  const Folder run;
  EXPECT_EQ(run.make({"--weight", "games"}),
            prints(run.book + ": 8 entries in 6 positions, of 4 games (0 left out, 0 skipped)\n"));
  EXPECT_EQ(run.moves(), "e4            3   75.0 %\nNf3           1   25.0 %\n");
  EXPECT_THAT(run_tabiya({"book", "stats", run.book}).err, "");
}

TEST(BookFromGames, WeighsByTheResults) {
  const Folder run;
  ASSERT_EQ(run.make({"--weight", "results"}).exit_code, 0);
  EXPECT_EQ(run.moves(), "e4            2   66.7 %\nNf3           1   33.3 %\n") << "4 - 2, and a draw";
  ASSERT_EQ(run.make({"--weight", "score", "--results", "1-0,0-1"}).exit_code, 0);
  EXPECT_EQ(run.moves(), "e4            2  100.0 %\n");
  ASSERT_EQ(run.make({"--weight", "score"}).exit_code, 0);
  EXPECT_EQ(run.moves(), "e4            3   75.0 %\nNf3           1   25.0 %\n")
      << "a game without a result is a draw";
  ASSERT_EQ(run.make({"--weight", "wilson"}).exit_code, 0);
  EXPECT_THAT(run.moves(), StartsWith("e4          945")) << "of 1 point in 2 games";
}

TEST(BookFromGames, SelectsGamesAndMoves) {
  const Folder run;
  EXPECT_THAT(run.make({"--weight", "games", "--min-elo", "2000"}).out, HasSubstr("of 1 game (3 left out"));
  EXPECT_THAT(run.make({"--weight", "games", "--plies", "1"}).out, HasSubstr(": 2 entries in 1 position,"));
  EXPECT_THAT(run.make({"--weight", "games", "--colour", "black"}).out,
              HasSubstr(": 3 entries in 2 positions,"));
  const std::string book = read_file(run.book);
  EXPECT_THAT(refusal_of(refused({"book", "from-games", run.games, "--out", run.book, "--force"})),
              HasSubstr("no move is left in the book; lower --min-games"));
  EXPECT_THAT(run.make({"--min-elo", "9000"}).err,
              HasSubstr("no game is left: 4 read, 4 left out, 0 skipped"));
  EXPECT_EQ(read_file(run.book), book);
  EXPECT_EQ(run.make({"--results", "2-0"}),
            unusable("--results: '2-0' is not one of 1-0, 0-1, 1/2-1/2 and *"));
}

TEST(BookFromGames, SkipsBrokenGamesAndSaysWhere) {
  const Folder run;
  write_file(
      run.games,
      "[Event \"1\"]\n\n1. e4 e5\n2. Ke3 1-0\n\n[Event \"2\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n"
      "[Event \"3\"]\n[FEN \"nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1\"]\n\n1. a3 *\n\n"
      "[Event \"4\"]\n\n1. d4 {open\n\n[Event \"5\"]\n\n1. d4 d5 *\n");
  const ProgramRun made = run.make({"--weight", "games"});
  EXPECT_THAT(made.out, HasSubstr("of 1 game (0 left out, 4 skipped)"));
  EXPECT_THAT(made.err, HasSubstr(run.games + ", line 4: illegal move 'Ke3'"));
  EXPECT_THAT(made.err, HasSubstr("line 6: the variant Atomic"));
  EXPECT_THAT(made.err, HasSubstr("line 11: FEN: Chess960 is outside PolyGlot's format"));
  EXPECT_THAT(made.err, HasSubstr("line 18: a comment is not closed; the game is skipped"));
}

TEST(BookFromGames, ReadsCompressedGames) {
  const Folder run;
  ASSERT_EQ(run.make({"--weight", "games"}).exit_code, 0);
  const std::string plain = read_file(run.book);
  const auto packed = codec::compress_zstd(std::as_bytes(std::span(kGames)), 3).value();
  write_file(run.games, std::string(as_text(packed)));
  ASSERT_EQ(run.make({"--weight", "games"}).exit_code, 0);
  EXPECT_EQ(read_file(run.book), plain);
  write_file(run.games, std::string(as_text(packed)).substr(0, packed.size() - 3));
  EXPECT_EQ(run.make({}), unusable(run.games + ": zstd data cut short; take another copy of the file"));
}

// The same keys, moves and weights as `polyglot make-book` finds in random games.
TEST(BookFromGames, AgreesWithDebiansPolyglot) {
  if (!std::filesystem::exists("/usr/games/polyglot"))
    GTEST_SKIP() << "Debian's package polyglot is not installed";
  const Folder run;
  Random random(5);
  std::string games;
  for (int game = 0; game < 300; ++game) {
    const std::unique_ptr<BookWalk> walk = game_of_move_books().make_book_walk();
    const char* const result = random.below(2) == 0 ? "1-0" : "1/2-1/2";
    games += std::string("[Event \"x\"]\n[Result \"") + result + "\"]\n\n";
    for (int ply = 0; ply < 40; ++ply) {
      const std::vector<MoveCode> moves = walk->moves();
      if (moves.empty()) break;
      const auto move =
          moves[random.below(std::min<std::uint32_t>(static_cast<std::uint32_t>(moves.size()), 4))];
      games += walk->move_text(move).readable + "\n";
      walk->play(move);
    }
    games += std::string(result) + "\n\n";
  }
  write_file(run.games, games);
  ASSERT_EQ(run.make({"--weight", "score", "--plies", "40"}).exit_code, 0);
  require(run_in_shell("cd " + run.folder.path() +
                       " && /usr/games/polyglot make-book -pgn games.pgn -bin other.bin -min-game 1"));
  const ProgramRun diff = run_tabiya({"book", "diff", run.book, run.folder.path("other.bin")});
  EXPECT_THAT(diff.out, HasSubstr("the books are equal")) << diff.out;
}

}  // namespace tabiya::tools::book_from_games_test
