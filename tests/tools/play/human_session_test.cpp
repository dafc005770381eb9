// `play --human` from the outside, by a script on its standard input.
#include "tests/tools/program_run.h"

namespace tabiya::tools::human_session_test {

const std::string kRed = "AWAAAAAADFFDDDAN";
const std::string kBlue = "addadffdaaawaaan";
const std::string kSetups = kRed + "\n" + kBlue + "\n";

ProgramRun human(const std::string& input, const std::vector<std::string>& more) {
  return run_tabiya(joined({"play", "--human", "--net", "linear", "--table", "1", "--seed", "1"}, more),
                    input);
}

// The output of a session of two persons, which needs no engine.
std::string output(const std::string& input) {
  return clean_output_of(human(input, {"--side", "both", "--book", "none"}));
}

// The output after that of placing the setups.
std::string output_after_setups(const std::string& input) {
  const std::string all = output(kSetups + input);
  const std::string prompt = "\nRed> ";
  const auto first = all.find(prompt);
  return all.substr(all.find(prompt, first + 1) + prompt.size());
}

std::string board(const std::string& moves) {
  return "\n" + run_tabiya({"show", "startpos", "--moves", moves}).out + "\n";
}

constexpr const char* kAskRed =
    "Type Red's setup, 8 A, 4 D, 2 F, 1 N and 1 W, from a1 to a8 and then b1 to b8:\n"
    "AWAAAAAA DFFDDDAN for example.\n"
    "`book` and `random` set up for you.\n";
constexpr const char* kAskBlue =
    "Type Blue's setup, 8 A, 4 D, 2 F, 1 N and 1 W: capitals as Blue sees them, from\n"
    "h8 to h1 and then g8 to g1; small letters in wire notation, g1 to g8, h1 to h8.\n"
    "`book` and `random` set up for you.\n";

TEST(HumanSession, ShowsTheBoardAfterEachMoveAndAsksAgain) {
  const std::string setups = kRed + " " + kBlue;
  EXPECT_EQ(
      output("awaaaaaa dffdddan\nAWA\n" + kBlue + "\nb4b5\nhello\nDb4-d4\n"),
      "You play both sides. `help` lists what you can type.\n" + board("") + kAskRed + "Red> " + board(kRed) +
          kAskBlue +
          "Blue> not a setup: 'AWA' has 3 characters, expected 16; it takes 8 A, 4 D, 2 F, 1 N and 1 W\n"
          "Blue> Small letters are read in wire notation, from g1 on; as Blue sees them that is "
          "NAAAWAAADFFDADDA.\n"
          "If they were meant as Blue sees them: `undo`, and capitals.\n" +
          board(setups) +
          "Red> illegal move 'b4b5': b5 holds a piece of the same side; `moves` lists the legal ones\n"
          "Red> neither a move (such as a1c3 or Aa1-c3) nor a command; `help` lists what you can type\n"
          "Red> " +
          board(setups + " b4d4") + "Blue> \nThe moves of the game: " + setups + " b4d4\n");
}

TEST(HumanSession, SaysWhatComesBeforeAMoveOfChess) {
  const std::string out = run_tabiya({"play", "--human", "--game", "chess", "--side", "both"}, "e4\n").out;
  EXPECT_THAT(
      out,
      HasSubstr(
          "Each side first places the men of its first row. Type the eight from the a-file to the h-file,\n"
          "RNBQKBNR for the usual array; the moves follow.\n"));
  EXPECT_THAT(
      out,
      HasSubstr(
          "each side first places its men: type the eight from the a-file to the h-file, RNBQKBNR for the "
          "usual array; moves come after both arrays\n"));
}

TEST(HumanSession, TakesTheKingsMovesByHisLetter) {
  const std::string input = "c3c2\nd2e2\nd3c3\na4b4\nkd3\n";
  EXPECT_THAT(run_tabiya({"play", "--human", "--game", "ard_ri", "--side", "both"}, input).out,
              HasSubstr("The moves of the game: c3c2 d2e2 d3c3"));
}

TEST(HumanSession, TellsTheResult) {
  const std::string line = kRed + " " + kBlue + " b4d4 h1f3 d4f4 f3h1 f4h4";
  EXPECT_THAT(
      output_after_setups("b4d4\nh1f3\nd4f4\nf3h1\nDf4xwh4\nb1d1\nmoves\nhint\nresign\nquit\nboard\n"),
      EndsWith("Red> " + board(line) +
               "`undo` takes a move back, `save FILE` keeps the game, `new` begins another, `quit` ends.\n"
               "> the game is over; `help` lists what you can type\n"
               "> the game is over, there are no moves\n"
               "> the game is over, there is nothing to play\n"
               "> the game is over already\n"
               "> The moves of the game: " +
               line + "\n"));
  EXPECT_THAT(output_after_setups("resign\nundo\nmoves b1\nquit\n"),
              StartsWith("Blue has won: Red resigned.\n> " + board(kRed + " " + kBlue) +
                         "Red> 1 legal move with 'b1'\nDb1-d1\nRed> "));
}

TEST(HumanSession, TakesBackOneMoveOfTwoPersonsAndAPairAgainstTheEngine) {
  EXPECT_THAT(output("undo\n"), HasSubstr("Red> you have no move to take back\n"));
  EXPECT_THAT(output_after_setups("b4d4\nundo\nquit\n"),
              EndsWith("Blue> " + board(kRed + " " + kBlue) + "Red> The moves of the game: " + kRed + " " +
                       kBlue + "\n"));
  const ProgramRun run = human(kRed + "\nb4d4\nundo\nundo\nundo\n", {"--nodes", "100", "--book", "none"});
  EXPECT_THAT(run.out, AllOf(HasSubstr("\nBlue sets up "), HasSubstr("\nBlue plays "),
                             EndsWith(std::string(kAskRed) + "Red> you have no move to take back\nRed> \n")));
}

TEST(HumanSession, GivesHintsAndChangesItsLevel) {
  EXPECT_THAT(output_after_setups("level nodes 200\nlevel\nlevel high\nlevel depth 200\nhint\n"),
              MatchesRegex("The computer thinks 200 nodes a move\\.\nRed> The computer thinks 200 nodes "
                           "a move\\.\nRed> a level is [^\n]*\nRed> a level is [^\n]*at most 127[^\n]*\n"
                           "Red> [A-Z][a-h][1-8]-[a-h][1-8]  "
                           "[-+][0-9.]+ \\([0-9.]+ %\\) for Red, depth [0-9]+\nRed> \n[^\n]*\n"));
  EXPECT_THAT(human("quit\n", {"--depth", "3"}).out,
              StartsWith("You are Red, the computer is Blue and thinks depth 3 a move. "));
  EXPECT_THAT(human("quit\n", {"--side", "blue"}).out,
              StartsWith("You are Blue, the computer is Red and thinks 1000 ms a move. "));
}

TEST(HumanSession, PlacesSetupsFromTheBookOrAtRandom) {
  const ProgramRun book = human("book\nrandom\n", {"--side", "both", "--variety", "0", "--nodes", "1"});
  const std::string place = "\nRed> Red sets up ";
  const auto at = book.out.find(place);
  ASSERT_NE(at, std::string::npos) << book.out;
  const std::string red = book.out.substr(at + place.size(), 16);
  require(run_tabiya({"book", "probe", "shipped", red}));
  EXPECT_THAT(book.out, HasSubstr("\nBlue> Blue sets up "));
  const std::vector<std::string> random{"--side", "blue", "--setups", "random", "--nodes", "1"};
  const ProgramRun first = human("", random);
  EXPECT_EQ(human("", random), first);
  EXPECT_THAT(first.out, Not(HasSubstr("Red sets up " + red)));
}

TEST(HumanSession, SavesAndLoadsGames) {
  const TemporaryFolder folder;
  const std::string path = folder.path("game.txt");
  EXPECT_THAT(output_after_setups("b4d4\nsave " + path + "\nquit\n"),
              EndsWith("Blue> The game is in " + path + ".\nBlue> "));
  EXPECT_EQ(read_file(path),
            "# game: zero_point_one\n# Red: a person, Blue: a person\n# Blue to move, ply 3 of 102\n" + kRed +
                " " + kBlue + " b4d4\n");
  const std::string loaded = board(kRed + " " + kBlue + " b4d4") + "Blue> ";
  EXPECT_THAT(output("load " + path + "\n"), EndsWith(loaded + "\n"));
  EXPECT_THAT(human("", {"--side", "both", "--load", path}).out,
              EndsWith(loaded + "\nThe moves of the game: " + kRed + " " + kBlue + " b4d4\n"));
  require(run_tabiya({"analyse", "--games", path, "--nodes", "10", "--net", "linear"}));

  const std::string before = read_file(path);
  EXPECT_THAT(output("save " + path + "\nsave\nload\nload /no/such/game\n"),
              HasSubstr("Red> " + path + ": already exists; `save " + path +
                        " --force` replaces it\nRed> say where to: `save "
                        "FILE`\nRed> say from where: `load FILE`\nRed> /no/such/game: "));
  EXPECT_EQ(read_file(path), before);
  EXPECT_THAT(output("save " + path + " --force\n"),
              HasSubstr("there is nothing to keep: no move has been made"));
  EXPECT_EQ(read_file(path), before);
  EXPECT_THAT(output(kRed + "\nsave " + path + " --force\n"), HasSubstr("The game is in " + path + "."));
  EXPECT_NE(read_file(path), before);
  write_file(path, kRed + " b1d1\n");
  EXPECT_EQ(human("", {"--load", path}).exit_code, 2);
  EXPECT_THAT(output("load " + path + "\n"),
              HasSubstr("Red> " + path + ", line 1, move 2 'b1d1', byte 1: not a setup of Blue"));
}

TEST(HumanSession, LosesToTheEngineWithoutAPlan) {
  std::string input = kRed + "\n";
  for (int i = 0; i < 60; ++i) input += "b1d1\nd1b1\na1c3\nc3a1\n";
  const std::string run = clean_output_of(human(input, {"--nodes", "1000", "--book", "none"}));
  EXPECT_THAT(run, HasSubstr("\n\nBlue has won: Red's wazir was captured\n\n`undo` takes a move back, "));
  EXPECT_THAT(run, Not(HasSubstr("Red plays ")));
}

TEST(HumanSession, PlaysEveryGame) {
  const std::string pawns = output_of(
      human("h\nwhite=h\nblack = a\nblack=a\nd4\nD7-D5\ne4\n", {"--game", "pawn_race", "--side", "both"}));
  EXPECT_THAT(pawns, AllOf(HasSubstr("Type White's gap, a file from a to h.\n"),
                           EndsWith("The moves of the game: white=h black=a d2d4 d7d5 e2e4\n")));
  // Black chooses both gaps, and so begins: a person who plays White is asked for none.
  EXPECT_THAT(pawns, HasSubstr("`book` and `random` set up for you.\nBlack> "));
  const ProgramRun black = human("random\nb\n", {"--game", "pawn_race", "--nodes", "200"});
  EXPECT_THAT(black.out, AllOf(StartsWith("You are Black, the computer is White"),
                               HasSubstr("\nBlack> Black sets up white="), HasSubstr("\nWhite plays ")));
  const ProgramRun white = human("h4\n", {"--game", "pawn_race", "--nodes", "200", "--side", "white"});
  EXPECT_THAT(white.out,
              AllOf(HasSubstr("You are White, the computer is Black"), Not(HasSubstr("Type White's gap")),
                    MatchesRegex("(.|\n)*The moves of the game: white=[a-d] black=[a-h] .*\n")));
  EXPECT_THAT(
      output_of(human("rules\nC3-C2\nbook\n", {"--game", "ard_ri", "--nodes", "200"})),
      AllOf(HasSubstr("the defenders win when it stands on a corner.\n"), HasSubstr("\nAttackers play ")));
}

TEST(HumanSession, EndsOnCtrlCWithoutLosingTheGame) {
  const TemporaryFolder folder;
  const ProgramRun run =
      run_in_shell("cd " + folder.path(".") +
                   "; mkfifo in; \"$TABIYA\" play --human --side both --net linear <in >out 2>err & "
                   "p=$!; exec 3>in; printf '" +
                   kRed +
                   "\\n' >&3; "
                   "while ! grep -q Blue\\> out; do sleep 0.05; done; kill -INT $p; wait $p; echo $?");
  EXPECT_EQ(run.out, "130\n");
  EXPECT_THAT(read_file(folder.path("out")), EndsWith("Blue> \nThe moves of the game: " + kRed + "\n"));
  EXPECT_EQ(read_file(folder.path("err")), "tabiya: stopped\n");
}

TEST(HumanSession, TakesTheGameFromTheFileThatItLoads) {
  const TemporaryFolder folder;
  const std::string path = folder.path("race.txt");
  human("h\na\nd4\nsave " + path + "\nquit\n", {"--game", "pawn_race", "--side", "both"});
  const ProgramRun loaded = human("quit\n", {"--side", "both", "--load", path});
  EXPECT_THAT(loaded.out, AllOf(HasSubstr("\nBlack to move"), HasSubstr("white=h black=a d2d4\n")));
  EXPECT_EQ(human("", {"--load", path, "--game", "ard_ri"}),
            unusable(path + ": is of the game pawn_race, and not of ard_ri"));
  EXPECT_THAT(output("load " + path + "\n"),
              HasSubstr("Red> " + path + ": is of the game pawn_race, and not of zero_point_one\n"));
  EXPECT_THAT(output_of(run_tabiya({"analyse", "--games", path, "--depth", "2"})),
              StartsWith("  2 White d4      best "));
}

TEST(HumanSession, ItsOptionsAreNotTheReferees) {
  EXPECT_EQ(refused({"play", "--time", "5"}),
            unusable("play: --time needs --human; the referee's time is --game-time"));
  EXPECT_EQ(refused({"play", "--side", "blue"}),
            unusable("play: --side needs --human; the referee says who plays what"));
  EXPECT_EQ(refused({"play", "--load", "x"}), unusable("play: --setups and --load need --human"));
  EXPECT_EQ(refused({"play", "--human", "--game-time", "5"}).exit_code, 2);
}

}  // namespace tabiya::tools::human_session_test
