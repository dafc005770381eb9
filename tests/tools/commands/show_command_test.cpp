#include "tests/tools/program_run.h"

namespace tabiya::tools::show_command_test {

constexpr const char* kSetups = "AWAAAAAADFFDDDAN addadffdnaaaaawa";
constexpr const char* kLate = "W3A3/DF1d1DAN/2A5/8/3a4/8/ad1a2fd/na2aaw1 r AADaaf 34";

TEST(ShowCommand, DrawsAPositionWithItsHands) {
  EXPECT_EQ(run_tabiya({"show", kLate}), prints("h n a . . a a w .    Blue's hand: aaf\n"
                                                "g a d . a . . f d\n"
                                                "f . . . . . . . .\n"
                                                "e . . . a . . . .\n"
                                                "d . . . . . . . .\n"
                                                "c . . A . . . . .\n"
                                                "b D F . d . D A N\n"
                                                "a W . . . A . . .    Red's hand: AAD\n"
                                                "  1 2 3 4 5 6 7 8\n"
                                                "\n"
                                                "Red to move, ply 34 of 102\n"));
}

TEST(ShowCommand, MarksTheLastMoveAndTurnsTheBoard) {
  EXPECT_EQ(run_tabiya({"show", "startpos", "--below", "blue", "--moves", std::string(kSetups) + " b1d1"}),
            prints("a A A A A A A W A    Red's hand: empty\n"
                   "b N A D D D F F .\n"
                   "c . . . . . . . .\n"
                   "d . . . . . . .[D]\n"
                   "e . . . . . . . .\n"
                   "f . . . . . . . .\n"
                   "g d f f d a d d a\n"
                   "h a w a a a a a n    Blue's hand: empty\n"
                   "  8 7 6 5 4 3 2 1\n"
                   "\n"
                   "Blue to move, ply 3 of 102\n"));
}

TEST(ShowCommand, SaysHowAGameEnded) {
  EXPECT_THAT(run_tabiya({"show", "8/8/8/8/8/8/8/W7 b - 101"}).out,
              HasSubstr("\nRed has won: Blue's wazir was captured\n"));
  EXPECT_THAT(run_tabiya({"show", "w7/8/8/8/8/8/8/W7 r - 102"}).out,
              HasSubstr("\nThe game is drawn: 102 plies were played\n"));
  EXPECT_THAT(run_tabiya({"show", "startpos"}).out, HasSubstr("\nRed to place a setup, ply 0 of 102\n"));
}

TEST(ShowCommand, DrawsEntriesOfABook) {
  const ProgramRun first = run_tabiya({"show", "--book", "shipped"});
  EXPECT_EQ(first.exit_code, 0);
  EXPECT_THAT(first.out, StartsWith("Entry 1: Red "));
  EXPECT_EQ(run_tabiya({"show", "--book", "shipped", "--rank", "1"}), first);
  const std::string red = first.out.substr(std::string("Entry 1: Red ").size(), 16);
  EXPECT_EQ(run_tabiya({"show", "--book", "shipped", "--red", red}), first);
  const std::string mirrored = run_tabiya({"setups", "mirror", red}).out.substr(0, 16);
  EXPECT_THAT(run_tabiya({"show", "--book", "shipped", "--red", mirrored}).out,
              StartsWith("Entry 1 (mirror image): Red " + mirrored + ", Blue "));
  EXPECT_THAT(run_tabiya({"show", "--book", "shipped", "--rank", "20001"}),
              unusable("shipped: has 20000 entries, none of rank 20001"));
  EXPECT_EQ(run_tabiya({"show", "--book", "shipped", "--red", "NFFDDDDAAAAAAAAW"}).exit_code, 1);
}

TEST(ShowCommand, WritesAnImage) {
  const TemporaryFolder folder;
  const std::string path = folder.path("board.svg");
  EXPECT_EQ(run_tabiya({"show", kLate, "--moves", "a1a2", "--svg", "--out", path}), prints(""));
  const std::string image = read_file(path);
  EXPECT_THAT(image, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(image, HasSubstr("<title>Blue to move, ply 35 of 102</title>"));
  for (const std::string glyph : {"alfil", "dabbaba", "ferz", "knight", "wazir"}) {
    EXPECT_THAT(image, HasSubstr("<g id=\"" + glyph + "\"><path "));
    EXPECT_THAT(image, HasSubstr("<use href=\"#" + glyph + "\" "));
  }
  EXPECT_EQ(run_tabiya({"show", kLate, "--moves", "a1a2", "--svg"}), prints(image));
  EXPECT_EQ(refused({"show", kLate, "--svg", "--out", path}).exit_code, 2);
  EXPECT_EQ(read_file(path), image);
  EXPECT_EQ(run_tabiya({"show", kLate, "--svg", "--square", "20", "--out", path, "--force"}), prints(""));
  EXPECT_LT(read_file(path).size(), image.size());
}

TEST(ShowCommand, RefusesWhatItCannotShow) {
  EXPECT_EQ(refused({"show"}), unusable("show: name a POSITION, or a book with --book"));
  EXPECT_EQ(refused({"show", "startpos", "--rank", "2"}),
            unusable("show: --rank requires --book; see `tabiya show --help`"));
  EXPECT_EQ(refused({"show", "startpos", "--square", "7", "--svg"}).exit_code, 2);
  EXPECT_EQ(refused({"show", "startpos", "--moves", "AWA"}).exit_code, 2);
}

}  // namespace tabiya::tools::show_command_test
