#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace {

// The winner that `solve` finds: null in a draw.
nlohmann::json winner(const std::string& game, const std::string& position) {
  const ProgramRun run = run_tabiya({"solve", position, "--game", game, "--memory", "16", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const auto object = nlohmann::json::parse(run.out);
  EXPECT_TRUE(object.at("solved").get<bool>());
  EXPECT_GE(object.at("nodes").get<int>(), 0);
  return object.at("winner");
}

TEST(SolveCommand, FindsTheWinnersOfPawnRaces) {
  EXPECT_EQ(winner("pawn_race", "8/p1p5/8/1P6/8/8/P1P5/8 w - - 0 1"), "White");
  EXPECT_EQ(winner("pawn_race", "8/8/8/p1p1p3/P1P1P3/8/8/8 w - - 0 1"), nullptr);
  EXPECT_EQ(winner("pawn_race", "8/2p5/8/8/6p1/8/1P5P/8 w - - 0 1"), "Black");
}

TEST(SolveCommand, FindsForcedWinsOfTheOtherGames) {
  // Blue's wazir in the corner is attacked by nothing yet, and cannot run away for long.
  EXPECT_EQ(winner("zero_point_one", "w7/8/1D6/8/8/8/8/W7 r - 10"), "Red");
  EXPECT_EQ(winner("ard_ri", "5VK/7/7/7/7/7/1V5 a"), "Defenders");
  EXPECT_EQ(winner("ard_ri", "7/6K/7/7/7/7/1VV4 d"), "Defenders");
}

TEST(SolveCommand, SaysWhatItFoundInWordsAndGivesUpWhereItIsTold) {
  const ProgramRun run =
      run_tabiya({"solve", "8/8/8/p7/P7/8/8/8 w - - 0 1", "--game", "pawn_race", "--memory", "1"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(run.out.starts_with("draw\n0 nodes, ")) << run.out;  // no move is left
  const auto first_line = [](const std::string& game, const std::string& position) {
    const std::string out = run_tabiya({"solve", position, "--game", game, "--memory", "16"}).out;
    return out.substr(0, out.find('\n'));
  };
  EXPECT_EQ(first_line("pawn_race", "8/2p5/8/8/6p1/8/1P5P/8 w - - 0 1"), "Black wins");
  EXPECT_EQ(first_line("ard_ri", "7/6K/7/7/7/7/1VV4 d"), "Defenders win, by g6g7");
  const ProgramRun given_up =
      run_tabiya({"solve", "white=a black=a", "--game", "pawn_race", "--memory", "1", "--nodes", "1000"});
  EXPECT_EQ(given_up.exit_code, 1);
  EXPECT_TRUE(given_up.out.starts_with("not solved\n1000 nodes, ")) << given_up.out;
}

// A proof of a position, written to `path`, whole or cut.
void write_proof(const std::string& game, const std::string& position, const std::string& cut,
                 const std::string& path) {
  const ProgramRun run = run_tabiya(
      {"solve", position, "--game", game, "--memory", "16", "--cut", cut, "--out", path, "--force"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
}

TEST(SolveCommand, WritesProofsThatAreChecked) {
  const TemporaryFolder folder;
  const std::string path = folder.path("proof");
  const std::pair<const char*, const char*> positions[] = {
      {"pawn_race", "8/p1p5/8/1P6/8/8/P1P5/8 w - - 0 1"},      // White wins
      {"pawn_race", "8/2p5/8/8/6p1/8/1P5P/8 w - - 0 1"},       // Black wins
      {"pawn_race", "8/1p2p1p1/8/8/8/8/1P2P1P1/8 w - - 0 1"},  // a draw
      {"zero_point_one", "w7/8/1D6/8/8/8/8/W7 r - 10"},       {"ard_ri", "7/6K/7/7/7/7/1VV4 d"},
  };
  for (const auto& [game, position] : positions) {
    for (const std::string cut : {"0", "100"}) {
      write_proof(game, position, cut, path);
      const ProgramRun check = run_tabiya({"solve", "--check", path});
      EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
      EXPECT_NE(check.out.find("\nproved: "), std::string::npos) << check.out;
    }
  }
}

TEST(SolveCommand, WritesAProofAloneToStandardOutput) {
  const std::vector<std::string> solve{
      "solve", "8/p1p5/8/1P6/8/8/P1P5/8 w - - 0 1", "--game", "pawn_race", "--out", "-"};
  const ProgramRun run = run_tabiya(solve);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run_tabiya({"solve", "--check", "-"}, run.out).exit_code, 0);
  std::vector<std::string> with_json = solve;
  with_json.push_back("--json");
  EXPECT_EQ(run_tabiya(with_json),
            unusable("--json and --out - both need standard output; give --out a file"));
}

TEST(SolveCommand, FindsWhatIsWrongWithAProof) {
  const TemporaryFolder folder;
  const std::string path = folder.path("proof");
  write_proof("pawn_race", "8/p1p5/8/1P6/8/8/P1P5/8 w - - 0 1", "0", path);
  const std::string good = read_file(path);
  const auto exit_code_with = [&](const std::string& old, const std::string& now) {
    std::string text = good;
    EXPECT_NE(text.find(old), std::string::npos) << old << " in " << text;
    write_file(path, text.replace(text.find(old), old.size(), now));
    return run_tabiya({"solve", "--check", path}).exit_code;
  };
  EXPECT_EQ(exit_code_with("White wins", "Black wins"), 1);
  EXPECT_EQ(exit_code_with("White wins", "White does not win"), 1);
  EXPECT_EQ(exit_code_with("a2a3", "b5b6"), 1);
  EXPECT_EQ(exit_code_with("a2a3", "a2a5"), 1);
  EXPECT_EQ(exit_code_with("a2a3", "."), 1);  // with a cut of 0, trials find nothing
  EXPECT_EQ(exit_code_with("White wins", "White may win"), 2);
  EXPECT_EQ(exit_code_with("moves ", "moves 9"), 2);
  EXPECT_EQ(exit_code_with("rules 1", "rules 7"), 2);
  EXPECT_EQ(exit_code_with("pawn_race", "ludo"), 2);
}

const std::string kStateHeader = "{\"solved_pairs_of\":\"pawn_race\",\"rules\":1,\"plies\":0}\n";

// A state in which every different pair is decided: those with Black's gap on the a-file are drawn, White
// wins the others.
std::string decided_state() {
  std::string text = kStateHeader;
  for (int white = 0; white < 8; ++white)
    for (int black = 0; black < 8; ++black)
      if (std::pair(white, black) <= std::pair(7 - white, 7 - black))
        text += "{\"red\":" + std::to_string(white) + ",\"blue\":" + std::to_string(black) +
                ",\"winner\":" + (black == 0 ? "null" : "0") +
                ",\"nodes\":" + std::to_string(10 * white + black) + ",\"seconds\":0.25}\n";
  return text;
}

TEST(SolveCommand, GoesOnFromWhatWasDecidedBefore) {
  const TemporaryFolder folder;
  const std::string path = folder.path("state");
  write_file(path, decided_state());
  const ProgramRun run =
      run_tabiya({"solve", "--all", "--game", "pawn_race", "--memory", "1", "--state", path});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(
      run.out.starts_with("a a  draw                    0 nodes     0.25 s  as h h\n"
                          "a b  White wins              1 nodes     0.25 s  as h g\n"))
      << run.out;
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 32);
  EXPECT_EQ(read_file(path), decided_state());
}

TEST(SolveCommand, WritesTheFirstMovesThatItsStateHolds) {
  const TemporaryFolder folder;
  const std::string path = folder.path("state"), out = folder.path("first.txt");
  const std::string start = "8/1ppppppp/8/8/8/8/P1PPPPPP/8 w - - 0 1", number = "\"nodes\":10,";
  std::string text = decided_state();
  text.replace(text.find("\"plies\":0"), 9, "\"plies\":1");
  const std::size_t end = text.find("}\n", text.find(number));
  text.insert(end, ",\"first_moves\":[{\"side\":0,\"start\":\"" + start + "\",\"words\":[\"c2c4\"]}]");
  write_file(path, text);
  const std::vector<std::string> arguments{"solve",   "--all", "--game",  "pawn_race", "--memory", "1",
                                           "--state", path,    "--plies", "1",         "--out",    out};
  const ProgramRun run = run_tabiya(arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(read_file(out),
            "tabiya first moves 1\ngame pawn_race\nrules 1\nplies 1\nstart 0 " + start + "\nwords 1\nc2c4\n");
  EXPECT_EQ(read_file(path), text);
}

TEST(SolveCommand, SolvesAgainWhatWasNotDecided) {
  const TemporaryFolder folder;
  const std::string path = folder.path("state");
  std::string text = decided_state();
  const std::size_t second = text.find('\n', kStateHeader.size()) + 1;
  const std::string first_pair = text.substr(kStateHeader.size(), second - kStateHeader.size());
  write_file(path, text.erase(kStateHeader.size(), first_pair.size()));
  const ProgramRun run = run_tabiya(
      {"solve", "--all", "--game", "pawn_race", "--memory", "1", "--nodes", "1000", "--state", path});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_TRUE(run.out.starts_with("a a  not solved           1000 nodes ")) << run.out;
  EXPECT_EQ(read_file(path), text);
}

TEST(SolveCommand, RefusesStatesOfSomethingElse) {
  const TemporaryFolder folder;
  const std::string path = folder.path("state");
  const auto run_with = [&](const std::string& text) {
    write_file(path, text);
    return run_tabiya({"solve", "--all", "--game", "pawn_race", "--memory", "1", "--state", path});
  };
  const std::string other = path + ": this is not the state of such a run; name another file, or remove it";
  EXPECT_EQ(run_with("something\n"), unusable(other));
  EXPECT_EQ(run_with(""), unusable(other));
  EXPECT_EQ(run_with(kStateHeader + "{\"red\":0}\n"),
            unusable(path + ", line 2: this is no decided pair; remove the file"));
  EXPECT_EQ(run_with(kStateHeader + R"({"red":0,"blue":8,"winner":0,"nodes":1,"seconds":1})" + "\n"),
            unusable(path + ", line 2: there is no such pair; remove the file"));
  EXPECT_EQ(run_tabiya({"solve", "white=a black=h", "--game", "pawn_race", "--state", path}),
            unusable("solve: --state needs --all"));
}

TEST(SolveCommand, RefusesWhatItCannotSolve) {
  EXPECT_EQ(run_tabiya({"solve"}),
            unusable("give a POSITION, or --all for all pairs of setups, or --check FILE"));
  EXPECT_EQ(run_tabiya({"solve", "startpos", "--all"}),
            unusable("give a POSITION, or --all for all pairs of setups, or --check FILE"));
  EXPECT_EQ(run_tabiya({"solve", "--all"}),
            unusable("--all: 0.1 (Zero Point One) has too many pairs of setups to solve all of them"));
  EXPECT_EQ(run_tabiya({"solve", "--all", "--game", "ard_ri"}).exit_code, 2);
}

}  // namespace
}  // namespace tabiya::tools
