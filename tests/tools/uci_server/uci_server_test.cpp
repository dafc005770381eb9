#include "tools/uci_server/uci_server.h"

#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"
#include "tests/tools/uci_server/server_run.h"

namespace tabiya::tools::uci_server_test {

constexpr const char* kBothCastle = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

TEST(UciServer, ShakesHands) {
  ServerRun run;
  run.tell("uci");
  const std::vector<std::string> lines = run.until("uciok");
  EXPECT_THAT(lines, Contains(StartsWith("id name Tabiya ")));
  EXPECT_THAT(lines, Contains(StartsWith("id author ")));
  EXPECT_THAT(lines, Contains(StartsWith("option name Hash type spin")));
  EXPECT_EQ(run.answer("isready", "readyok"), "readyok");
}

TEST(UciServer, TellsWhatItFinds) {
  ServerRun run;
  run.tell("position startpos");
  const auto [info, best] = run.searched("go depth 3");
  EXPECT_THAT(info,
              MatchesRegex("info depth 3 seldepth [0-9]+ multipv 1 score cp -?[0-9]+ nodes [0-9]+ nps [0-9]+ "
                           "hashfull [0-9]+ time [0-9]+ pv( [a-h][1-8][a-h][1-8])+"));
  EXPECT_THAT(best, MatchesRegex("bestmove [a-h][1-8][a-h][1-8] ponder [a-h][1-8][a-h][1-8]"));
}

TEST(UciServer, KeepsToDepthAndNodes) {
  ServerRun run;
  EXPECT_THAT(run.searched("go depth 2").first, StartsWith("info depth 2 "));
  EXPECT_THAT(run.searched("go nodes 500").first, HasSubstr(" nodes 500 "));
}

TEST(UciServer, FindsMates) {
  ServerRun run;
  run.tell("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
  const auto [info, best] = run.searched("go mate 1");
  EXPECT_THAT(info, HasSubstr(" score mate 1 "));
  EXPECT_EQ(best, "bestmove d1d8");
  run.tell("position fen 6k1/5ppp/8/8/8/8/1r6/K2q4 w - - 0 1");
  EXPECT_THAT(run.searched("go depth 3").first, HasSubstr(" score "));
}

TEST(UciServer, SaysWhenThereIsNoMove) {
  ServerRun run;
  run.tell("position fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
  EXPECT_EQ(run.searched("go depth 3").second, "bestmove (none)");
}

TEST(UciServer, SearchesTheMovesNamedOnly) {
  ServerRun run;
  for (const char* move : {"a2a3", "h2h4", "g1h3"})
    EXPECT_THAT(run.searched(std::string("go depth 4 searchmoves ") + move).second,
                StartsWith(std::string("bestmove ") + move));
  run.tell("setoption name MultiPV value 5");
  run.tell("go depth 3 searchmoves a2a3 h2h4");
  const std::string last = ::testing::PrintToString(run.until("bestmove"));
  EXPECT_THAT(last, HasSubstr("multipv 2"));
  EXPECT_THAT(last, Not(HasSubstr("multipv 3")));
}

TEST(UciServer, ShowsSeveralLines) {
  ServerRun run;
  run.tell("setoption name MultiPV value 3");
  run.tell("go depth 3");
  const std::vector<std::string> lines = run.until("bestmove");
  EXPECT_THAT(lines, Contains(HasSubstr("multipv 3")));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("multipv 4"))));
}

TEST(UciServer, ShowsChances) {
  ServerRun run;
  EXPECT_THAT(run.searched("go depth 2").first, Not(HasSubstr(" wdl ")));
  run.tell("setoption name UCI_ShowWDL value true");
  EXPECT_THAT(run.searched("go depth 2").first, HasSubstr(" wdl "));
  run.tell("position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1");
  EXPECT_THAT(run.searched("go depth 2").first, HasSubstr(" score cp 0 wdl 250 500 250 "));
  run.tell("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
  EXPECT_THAT(run.searched("go depth 2").first, HasSubstr(" score mate 1 wdl 1000 0 0 "));
  run.tell("setoption name UCI_Variant value ard_ri");  // which knows no draws to speak of
  EXPECT_THAT(run.searched("go depth 2").first, MatchesRegex(".* wdl [0-9]+ 0 [0-9]+ .*"));
}

TEST(UciServer, CountsMoves) {
  ServerRun run;
  run.tell("go perft 5");
  const std::vector<std::string> lines = run.until("Nodes searched");
  EXPECT_EQ(lines.back(), "Nodes searched: 4865609");
  EXPECT_THAT(lines, Contains("e2e4: 405385"));
}

TEST(UciServer, CastlesAsTheGuiWantsIt) {
  ServerRun run;
  run.tell(kBothCastle);
  EXPECT_THAT(run.searched("go depth 1 searchmoves e1g1").second, StartsWith("bestmove e1g1"));
  run.tell("setoption name UCI_Chess960 value true");
  EXPECT_THAT(run.searched("go depth 1 searchmoves e1h1").second, StartsWith("bestmove e1h1"));
  run.tell(std::string(kBothCastle) + " moves e1h1 e8a8");
  EXPECT_THAT(run.answer("d", "Fen"), HasSubstr("2kr3r/8/8/8/8/8/8/R4RK1 w - -"));
}

TEST(UciServer, TakesArraysOfChess960) {
  ServerRun run;
  run.tell("setoption name UCI_Chess960 value true");
  run.tell("position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
  run.tell("go perft 3");
  EXPECT_EQ(run.until("Nodes searched").back(), "Nodes searched: 12189");
}

TEST(UciServer, KeepsItsPositionWhereACommandIsRefused) {
  ServerRun run;
  run.tell("position startpos moves e2e4");
  const std::string before = run.answer("d", "Fen");
  for (const char* command : {"position", "position fen", "position fen 8/8 w", "position nowhere",
                              "position startpos moves e2e5", "position startpos moves e2e4 e7e5 e1e3"}) {
    EXPECT_THAT(run.answer(command, "info string"), StartsWith("info string ")) << command;
    EXPECT_EQ(run.answer("d", "Fen"), before) << command;
  }
}

TEST(UciServer, PassesOverWordsThatItDoesNotKnow) {
  ServerRun run;
  run.tell("");
  run.tell("hello");
  run.tell("\t \r");
  EXPECT_THAT(run.said(), IsEmpty());
  EXPECT_EQ(run.answer("joho isready", "readyok"), "readyok");
  EXPECT_EQ(run.answer("isready\r", "readyok"), "readyok");
}

TEST(UciServer, AnswersInLinesWhateverItHears) {
  using namespace std::string_view_literals;
  ServerRun run;
  EXPECT_EQ(run.answer("setoption name a\0b\rc\x1b[2J"sv, "info string"),
            "info string no option 'a b c [2J'");
}

// Nobody has to claim a repetition.
TEST(UciServer, PlaysOnAfterARepetition) {
  ServerRun run;
  std::string moves = "position startpos moves";
  for (int times = 0; times < 4; ++times) moves += " g1f3 g8f6 f3g1 f6g8";
  run.tell(moves + " e2e4");
  EXPECT_THAT(run.answer("d", "Fen"), HasSubstr("4P3"));
  run.tell(moves);
  EXPECT_THAT(run.searched("go depth 2").second, Not(StartsWith("bestmove (none)")));
}

// Nor a draw by a rule, as long as there is a move.
TEST(UciServer, PlaysOnAfterADraw) {
  ServerRun run;
  run.tell("position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1");
  EXPECT_THAT(run.searched("go depth 3").second, MatchesRegex("bestmove d3[c-e][2-4].*"));
  const std::string fifty = "position fen 7k/8/6q1/8/8/8/8/K5R1 w - - 100 90";
  run.tell(fifty);
  const auto [info, best] = run.searched("go depth 5");
  EXPECT_EQ(best, "bestmove g1g6 ponder h8h7");
  EXPECT_THAT(info, HasSubstr(" pv g1g6"));
  EXPECT_THAT(run.searched("go depth 5 searchmoves a1a2").second, StartsWith("bestmove a1a2"));
  run.tell(fifty + " moves a1a2 h8h7");
  EXPECT_THAT(run.answer("d", "Fen"), HasSubstr("102 91"));
  EXPECT_THAT(run.answer(fifty + " moves a1a3", "info string"), HasSubstr("a1a3"));
}

TEST(UciServer, SaysWhenAFinalDrawHasNoMove) {
  ServerRun run;
  run.tell("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 100 90");
  EXPECT_EQ(run.searched("go depth 3").second, "bestmove (none)");
}

TEST(UciServer, PlaysOtherGames) {
  ServerRun run;
  run.tell("setoption name UCI_Variant value ard_ri");
  EXPECT_THAT(run.searched("go depth 2").second, MatchesRegex("bestmove [a-g][1-7][a-g][1-7] ponder .*"));
}

TEST(UciServer, IsUnmovedByBadOptions) {
  ServerRun run;
  run.tell("setoption name EvalFile value /nowhere");
  EXPECT_THAT(run.answer("isready", "info string"), StartsWith("info string "));
  EXPECT_THAT(run.answer("setoption name EvalFile value -", "info string"), HasSubstr("standard input"));
  EXPECT_THAT(run.said(), Not(Contains(HasSubstr("--net"))));
  EXPECT_THAT(run.answer("setoption name Log File value /nowhere/log", "info string"),
              HasSubstr("/nowhere/log"));
  EXPECT_THAT(run.searched("go depth 1").second, StartsWith("bestmove "));
}

TEST(UciServer, HasASignature) {
  ServerRun run;
  const std::string nodes = run.answer("bench 3", "Nodes searched");
  run.until("Nodes/second");
  run.tell("setoption name Hash value 2");
  EXPECT_EQ(run.answer("bench 3", "Nodes searched"), nodes);
}

TEST(UciCommand, AnswersAndEnds) {
  EXPECT_THAT(
      clean_output_of(run_tabiya({"uci"}, "uci\nisready\nposition startpos moves e2e4\ngo depth 2\nquit\n")),
      HasSubstr("\nreadyok\n"));
}

TEST(UciCommand, FinishesItsSearchAtTheEndOfTheInput) {
  EXPECT_THAT(output_of(run_tabiya({"uci"}, "go depth 3")), HasSubstr("\nbestmove "));
  EXPECT_THAT(run_tabiya({"uci"}, "go infinite\n").out, HasSubstr("bestmove "));
}

// Drops as Fairy-Stockfish writes them, in a game whose rules both programs read from one file.
TEST(UciCommand, DropsPiecesOfAGameFromAFile) {
  const std::string position = "position fen naaaaawa/addadffd/8/8/8/8/DFFDDDAN/AWAAAAA1[A] w - - 0 1";
  const std::string run = output_of(run_tabiya(
      {"uci", "--game", test::source_path("data/variants/0.1.ini")},
      "setoption name UCI_Variant value zero-point-one\n" + position + "\ngo depth 2 searchmoves A@d4\n"));
  EXPECT_THAT(run, HasSubstr("\nbestmove A@d4 "));
  EXPECT_THAT(run, Not(HasSubstr("info string")));
  const ProgramRun after = run_tabiya({"uci", "--game", test::source_path("data/variants/0.1.ini")},
                                      position + " moves A@d4\nd\nquit\n");
  EXPECT_THAT(after.out, HasSubstr("Fen: naaaaawa/addadffd/8/8/3A4/8/DFFDDDAN/AWAAAAA1[] b - - "));
}

// The same notation for the game that is built in, with its network, and with its setups as drops.
TEST(UciCommand, PlaysAGameInFairyStockfishsNotation) {
  const std::string variant = "setoption name UCI_Variant value zero-point-one\n";
  std::string setups = "position startpos moves";
  for (const char* rank : {"1AWAAAAAA", "2DFFDDDAN", "8NAAAAAWA", "7ADDADFFD"})
    for (char file = 'a'; file <= 'h'; ++file) setups += {' ', rank[file - 'a' + 1], '@', file, rank[0]};
  const std::string run = output_of(run_tabiya({"uci"}, variant + setups + "\nd\ngo depth 2\n"));
  EXPECT_THAT(run, HasSubstr("Fen: naaaaawa/addadffd/8/8/8/8/DFFDDDAN/AWAAAAAA[] w - - 0 1"));
  EXPECT_THAT(run, HasSubstr("\nbestmove "));
  EXPECT_THAT(run, Not(HasSubstr("info string")));
  const std::string position = "position fen naaaaawa/addadffd/8/8/8/8/DFFDDDAN/AWAAAAA1[A] w - - 0 1\n";
  const ProgramRun drop = run_tabiya({"uci"}, variant + position + "go depth 2 searchmoves A@d4\n");
  EXPECT_THAT(drop.out, HasSubstr("\nbestmove A@d4 "));
  const ProgramRun early = run_tabiya({"uci"}, variant + "position startpos moves A@a1\ngo\nbench 1\n");
  EXPECT_THAT(early.out, HasSubstr("the setups are not placed yet"));
  EXPECT_THAT(early.out, HasSubstr("Nodes searched"));
}

TEST(UciCommand, WritesALog) {
  const TemporaryFolder folder;
  const std::string log = folder.path("uci.log");
  require(run_tabiya({"uci"}, "setoption name Log File value " + log + "\nisready\nquit\n"));
  EXPECT_EQ(read_file(log), ">> isready\n<< readyok\n>> quit\n");
}

}  // namespace tabiya::tools::uci_server_test
