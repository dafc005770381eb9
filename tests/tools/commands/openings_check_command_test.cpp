// `tabiya openings check` from the outside, on small lists with known faults.
#include <fmt/format.h>

#include "codec/text.h"
#include "core/book/book_walk.h"
#include "core/book/polyglot_file.h"
#include "tests/tools/program_run.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools::openings_check_command_test {

constexpr const char* kFaulty =
    "# a list with a fault on most lines\n"
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3\n"    // 2
    "r1bq1rk1/ppp2ppp/5n2/2bp4/3PP3/2P1N3/PP3PPP/RNBQK2R w KQ d6 0 9\n"  // 3: nobody can capture
    "r1bq1rk1/ppp2ppp/5n2/2bp4/3PP3/2P1N3/PP3PPP/RNBQK2R w KQ - 0 9\n"   // 4: as line 3
    "r1bq1rk1/ppp2ppp/5n2/2bp4/3PP3/2P1N3/PP3PPP/RNBQK2R w KQ - 3 11\n"  // 5: as line 3
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3\n"    // 6: written as line 2
    "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - id \"petrov\";\n"
    "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - id \"petrov, reversed\";\n"  // 8: as line 7
    "4k3/8/8/8/8/8/4P3/4K2R w KQkq - id \"rights\";\n"  // 9: three rights too many
    "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1\n"                 // 10: impossible
    "R3k3/7R/8/8/8/8/8/4K3 b - - 0 1\n"                 // 11: mate
    "4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1\n"                // 12: drawn
    "nonsense\n";                                       // 13

constexpr const char* kClean =
    "# a list with a fault on most lines\n"
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3\n"
    "r1bq1rk1/ppp2ppp/5n2/2bp4/3PP3/2P1N3/PP3PPP/RNBQK2R w KQ - 0 9\n"
    "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - id \"petrov\";\n"
    "4k3/8/8/8/8/8/4P3/4K2R w K - id \"rights\";\n";

class OpeningsCheckTest : public ::testing::Test {
 protected:
  std::string write(const std::string& content, const char* name = "list.epd") {
    write_file(folder_.path(name), content);
    return folder_.path(name);
  }
  static ProgramRun check(std::vector<std::string> arguments) {
    return run_tabiya(joined({"openings", "check"}, arguments));
  }

  TemporaryFolder folder_;
};

TEST_F(OpeningsCheckTest, CountsFindingsAndShowsTheFirstOfEachKind) {
  const std::string list = write(kFaulty);
  EXPECT_EQ(
      check({list, "--game", "chess"}),
      (ProgramRun{
          1,
          list +
              ": 12 positions of chess, 12 findings, 4 left in a clean list\n"
              "  unreadable            1  line 13: unknown man: expected one of PNBRQK or pnbrqk\n"
              "  impossible            1  line 10: Black is in check, but it is White's turn\n"
              "  castling              3  line 9: White may not castle there: no rook of that side stands on that "
              "side of the first rank\n"
              "  en-passant            1  line 3: no pawn can capture on d6\n"
              "  duplicate             1  line 6: the same as line 2\n"
              "  same-position         2  line 4: the same position as line 3\n"
              "  mirrored              1  line 8: the mirror image of line 7\n"
              "  over                  1  line 11: White has won: Black is mated\n"
              "  drawn                 1  line 12: neither side has the men to force a mate\n",
          ""}));
}

TEST_F(OpeningsCheckTest, WritesAListWithoutTheFaults) {
  const std::string list = write(kFaulty), clean = folder_.path("clean.epd");
  EXPECT_EQ(check({list, "--fix", "--out", clean}).exit_code, 1);
  EXPECT_EQ(read_file(clean), kClean);
  EXPECT_EQ(check({clean}), prints(clean + ": 4 positions of chess, 0 findings, 4 left in a clean list\n"));
}

TEST_F(OpeningsCheckTest, IgnoresKindsOnRequest) {
  const std::string list = write(kFaulty), clean = folder_.path("clean.epd");
  const ProgramRun run = check({list, "--ignore", "mirrored,castling", "--fix", "--out", clean});
  EXPECT_THAT(run.out, HasSubstr("8 findings, 5 left"));
  EXPECT_THAT(read_file(clean), HasSubstr("petrov, reversed"));
  EXPECT_THAT(read_file(clean), HasSubstr("w KQkq - id \"rights\";"));
  EXPECT_EQ(check({list, "--ignore", "mirored"}),
            unusable("openings check: --ignore: 'mirored' is not a kind of finding; --help-all lists them"));
}

TEST_F(OpeningsCheckTest, PrintsObjects) {
  const std::string list = write("startpos e4 e5 Nf3 Nc6\nstartpos Nf3 Nc6 e4 e5\nstartpos e4\n");
  const ProgramRun run = check({list, "--game", "chess", "--json"});
  EXPECT_EQ(run.exit_code, 1);
  const auto lines = parsed_lines(run.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], parsed(fmt::format(R"({{"file":"{}","line":2,"kind":"transposition",
      "what":"other moves lead to the position of line 1","same_as":1}})",
                                         list)));
  EXPECT_EQ(lines[1]["kind"], "orphan");
  EXPECT_EQ(lines[1]["line"], 3);
  EXPECT_EQ(lines[1]["same_as"], 1);
  EXPECT_EQ(lines[2]["entries"], 3);
  EXPECT_EQ(lines[2]["clean"], 1);
  EXPECT_EQ(lines[2]["findings"]["transposition"], 1);
  EXPECT_EQ(lines[2]["findings"]["mirrored"], 0);
}

TEST_F(OpeningsCheckTest, KeepsGamesWithTheirTagsAndComments) {
  const std::string first = "[Event \"one\"]\n\n1. e4 {best by test} e5 *\n\n";
  const std::string shorter = "[Event \"two\"]\n\n1. e4 *\n\n";
  const std::string longer = "[Event \"three\"]\n\n1. e4 e5 2. Nf3 *\n\n";
  const std::string wrong = "[Event \"four\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R w KQ - 0 1\"]\n\n*\n\n";
  const std::string mended = "[Event \"four\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]\n\n*\n\n";
  const std::string list = write(first + shorter + longer + wrong, "games.pgn"),
                    clean = folder_.path("clean.pgn");
  const ProgramRun run = check({list, "--game", "chess", "--list", "--fix", "--out", clean});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("line 5: orphan: line 1 begins with the same moves\n"));
  EXPECT_THAT(run.out, HasSubstr("line 1: orphan: line 9 begins with the same moves\n"));
  EXPECT_EQ(read_file(clean), longer + mended);
  require(check({clean, "--game", "chess"}));
}

TEST_F(OpeningsCheckTest, ProvesWins) {
  const std::string list = write(
      "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1\n"
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  const ProgramRun run = check({list, "--game", "chess", "--prove", "500", "--list"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("line 1: won: White wins within 1 ply\n"));
  EXPECT_THAT(run.out, HasSubstr("line 2: won: White wins within 1 ply\n"));
  EXPECT_THAT(run.out, HasSubstr("2 findings, 1 left"));
}

TEST_F(OpeningsCheckTest, ChecksListsOfAnyGame) {
  const std::string list = write("AWAAAAAADFFDDDAN addadffdnaaaaawa\nAWAAAAAADFFDDDAN addadffdnaaaaawa\n");
  const ProgramRun run = check({list});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("2 positions of zero_point_one, 1 finding, 1 left"));
}

// A book of the moves e4 (twice), e5, and one that no piece has; and one of a position that the start does not lead to.
TEST_F(OpeningsCheckTest, ChecksBooksOfMoves) {
  const auto walk = game_named("chess").make_book_walk();
  const auto entry = [&](const char* move) {
    return BookMove{.key = walk->key(), .move = *walk->read(move), .weight = 1};
  };
  const BookMove first = entry("e2e4");
  walk->play(first.move);
  const BookMove second = entry("e7e5");
  BookMove illegal = second, lonely = second;
  illegal.move = 0;
  ASSERT_TRUE(walk->go_to("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").ok());
  lonely = entry("e2e3");
  const auto file_of = [](MoveBook book) {
    std::ranges::stable_sort(book.moves, {}, &BookMove::key);
    const auto bytes = write_polyglot(book);
    return std::string(as_text(bytes));
  };
  const std::string book = write(file_of({{first, first, second, illegal, lonely}}), "book.bin"),
                    clean = folder_.path("clean.bin");
  const ProgramRun run = check({book, "--fix", "--out", clean});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("book.bin: 5 moves of chess, 3 findings, 2 left in a clean list\n"));
  EXPECT_THAT(run.out, HasSubstr("the move is not legal\n"));
  EXPECT_THAT(run.out, HasSubstr("the move of entry "));
  EXPECT_THAT(run.out, HasSubstr("the start does not lead to its position\n"));
  EXPECT_EQ(read_file(clean), file_of({{first, second}}));
  require(check({clean}));
}

TEST_F(OpeningsCheckTest, RefusesWhatItCannotDo) {
  const std::string list = write(kFaulty);
  EXPECT_EQ(check({list, "--fix"}),
            unusable("openings check: --fix and --out go together: --out names the clean list"));
  EXPECT_EQ(check({"-", "--fix", "--out", folder_.path("x")}),
            unusable("openings check: --fix reads its list twice, which standard input does not allow"));
  EXPECT_EQ(check({list, "--engine", "x"}), unusable("openings check: --engine goes with --prove NODES"));
  EXPECT_THAT(run_tabiya({"openings", "check", "-", "--plies", "2"}, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n").err,
              HasSubstr("--plies: goes with games in PGN alone, and standard input is a list of positions"));
  EXPECT_EQ(check({folder_.path("none")}),
            unusable(folder_.path("none") + ": cannot read: No such file or directory"));
  const std::string games = write("1. e4 * 1. d4 *\n", "games.pgn");
  EXPECT_THAT(check({games, "--game", "chess", "--fix", "--out", folder_.path("x")}).err,
              HasSubstr("line 1: holds two games"));
}

}  // namespace tabiya::tools::openings_check_command_test
