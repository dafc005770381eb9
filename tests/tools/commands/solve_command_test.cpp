#include <cstddef>
#include <utility>

#include "booksearch/solve/pair_values.h"
#include "booksearch/work/sqlite.h"
#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools::solve_command_test {

// The winner that `solve` finds: null in a draw.
Json winner(const std::string& game, const std::string& position) {
  const Json object =
      parsed(output_of(run_tabiya({"solve", position, "--game", game, "--memory", "16", "--json"})));
  EXPECT_TRUE(object.at("solved").get<bool>());
  EXPECT_GE(object.at("nodes").get<int>(), 0);
  return object.at("winner");
}

TEST(SolveCommand, FindsTheWinnersOfPawnRaces) {
  EXPECT_EQ(winner("pawn_race", "8/p1p5/8/1P6/8/8/P1P5/8 w - - 0 1"), "White");
  EXPECT_EQ(winner("pawn_race", "8/8/8/p1p1p3/P1P1P3/8/8/8 w - - 0 1"), nullptr);
  EXPECT_EQ(winner("pawn_race", "8/2p5/8/8/6p1/8/1P5P/8 w - - 0 1"), "Black");
}

TEST(SolveCommand, SaysWhatItFoundInWordsAndGivesUpWhereItIsTold) {
  EXPECT_THAT(
      output_of(run_tabiya({"solve", "8/8/8/p7/P7/8/8/8 w - - 0 1", "--game", "pawn_race", "--memory", "1"})),
      StartsWith("draw\n0 nodes, "));  // no move is left
  const auto first_line = [](const std::string& game, const std::string& position) {
    const std::string out = run_tabiya({"solve", position, "--game", game, "--memory", "16"}).out;
    return out.substr(0, out.find('\n'));
  };
  EXPECT_EQ(first_line("pawn_race", "8/2p5/8/8/6p1/8/1P5P/8 w - - 0 1"), "Black wins");
  EXPECT_EQ(first_line("ard_ri", "7/6K/7/7/7/7/1VV4 d"), "Defenders win, by g6g7");
  const ProgramRun given_up =
      run_tabiya({"solve", "white=a black=a", "--game", "pawn_race", "--memory", "1", "--nodes", "1000"});
  EXPECT_EQ(given_up.exit_code, 1);
  EXPECT_THAT(given_up.out, StartsWith("not solved\n1000 nodes, "));
}

// A proof of a position, written to `path`, whole or cut.
void write_proof(const std::string& game, const std::string& position, const std::string& cut,
                 const std::string& path) {
  require(run_tabiya(
      {"solve", position, "--game", game, "--memory", "16", "--cut", cut, "--out", path, "--force"}));
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
      EXPECT_THAT(output_of(run_tabiya({"solve", "--check", path})), HasSubstr("\nproved: "));
    }
  }
}

TEST(SolveCommand, WritesAProofAloneToStandardOutput) {
  const std::vector<std::string> solve{
      "solve", "8/p1p5/8/1P6/8/8/P1P5/8 w - - 0 1", "--game", "pawn_race", "--out", "-"};
  const std::string run = output_of(run_tabiya(solve));
  require(run_tabiya({"solve", "--check", "-"}, run));
  std::vector<std::string> with_json = solve;
  with_json.push_back("--json");
  EXPECT_EQ(refused(with_json), unusable("--json and --out - both need standard output; give --out a file"));
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

const std::vector<SetupPair>& race_pairs() {
  static const std::vector<SetupPair> pairs = different_pairs(*game_named("pawn_race").setup_phase());
  return pairs;
}

// A small file must not ask for more than anybody can compute.
TEST(SolveCommand, RefusesAProofThatLeavesEverythingToBeFound) {
  const std::string proof = "tabiya proof 1\ngame pawn_race\nrules 1\nposition startpos\n";
  const std::string claim = "claim White wins\nmoves 1\n.\n";
  EXPECT_EQ(
      run_tabiya({"solve", "--check", "-"}, proof + "cut 18446744073709551615\n" + claim),
      unusable("standard input: a cut of 18446744073709551615; proofs are cut at 1000000 positions at most"));
}

// White's and Black's gap.
PairValue decided_value(const SetupPair& pair) {
  return {pair.blue == 0 ? SolvedValue::draw() : SolvedValue::won_by(0), 10 * pair.red + pair.blue, 0.25};
}

// A state in which every different pair is decided, but the first `but`: those with Black's gap on the a-file are
// drawn, White wins the others.
void decide_all(const std::string& path, std::size_t but = 0) {
  auto state = PairState::open(path, game_named("pawn_race"), race_pairs(), 0).value();
  for (std::size_t i = but; i < race_pairs().size(); ++i)
    ASSERT_TRUE(state.add(i, decided_value(race_pairs()[i])).ok());
}

ProgramRun run_with_state(const std::string& path) {
  return run_tabiya(
      {"solve", "--all", "--game", "pawn_race", "--memory", "1", "--nodes", "1000", "--state", path});
}

TEST(SolveCommand, GoesOnFromWhatWasDecidedBefore) {
  const TemporaryFolder folder;
  const std::string path = folder.path("state");
  decide_all(path);
  const std::string run = output_of(run_with_state(path));
  EXPECT_THAT(run, StartsWith("a a  draw                    0 nodes     0.25 s  as h h\n"
                              "a b  White wins              1 nodes     0.25 s  as h g\n"));
  EXPECT_EQ(std::count(run.begin(), run.end(), '\n'), 32);
  EXPECT_THAT(folder.names(), ElementsAre("state"));
}

TEST(SolveCommand, WritesTheFirstMovesThatItsStateHolds) {
  const TemporaryFolder folder;
  const std::string path = folder.path("state"), out = folder.path("first.txt");
  const std::string start = "8/1ppppppp/8/8/8/8/P1PPPPPP/8 w - - 0 1";
  {
    auto state = PairState::open(path, game_named("pawn_race"), race_pairs(), 1).value();
    for (std::size_t i = 0; i < race_pairs().size(); ++i) {
      PairValue value = decided_value(race_pairs()[i]);
      if (value.nodes == 10) value.first_moves.push_back({0, start, {"c2c4"}});
      ASSERT_TRUE(state.add(i, value).ok());
    }
  }
  const std::vector<std::string> arguments{"solve",   "--all", "--game",  "pawn_race", "--memory", "1",
                                           "--state", path,    "--plies", "1",         "--out",    out};
  require(run_tabiya(arguments));
  EXPECT_EQ(read_file(out),
            "tabiya first moves 1\ngame pawn_race\nrules 1\nplies 1\nstart 0 " + start + "\nwords 1\nc2c4\n");
}

TEST(SolveCommand, SolvesAgainWhatWasNotDecided) {
  const TemporaryFolder folder;
  const std::string path = folder.path("state");
  decide_all(path, 1);
  const ProgramRun run = run_with_state(path);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.out, StartsWith("a a  not solved           1000 nodes "));
  const auto state = PairState::open(path, game_named("pawn_race"), race_pairs(), 0).value();
  EXPECT_FALSE(state[0]);
  EXPECT_TRUE(state[1]);
}

TEST(SolveCommand, RefusesStatesOfSomethingElse) {
  const TemporaryFolder folder;
  const std::string path = folder.path("state"), remedy = "; choose another --state, or remove it";
  write_file(path, "something\n");
  EXPECT_EQ(run_with_state(path), unusable(path + ": the file is not an SQLite database" + remedy));
  std::filesystem::remove(path);
  ASSERT_TRUE(PairState::open(path, game_named("pawn_race"), race_pairs(), 3).ok());
  EXPECT_EQ(run_with_state(path), unusable(path +
                                           ": is of another run of `solve`: plies is \"3\" there, and "
                                           "\"0\" here" +
                                           remedy));
  EXPECT_EQ(refused({"solve", "white=a black=h", "--game", "pawn_race", "--state", path}),
            unusable("solve: --state requires --all; see `tabiya solve --help`"));
}

TEST(SolveCommand, RefusesWhatItCannotSolve) {
  EXPECT_EQ(refused({"solve"}),
            unusable("give a POSITION, or --all for all pairs of setups, or --check FILE"));
  EXPECT_EQ(refused({"solve", "startpos", "--all"}),
            unusable("give a POSITION, or --all for all pairs of setups, or --check FILE"));
  EXPECT_EQ(refused({"solve", "--all"}),
            unusable("--all: 0.1 (Zero Point One) has too many pairs of setups to solve all of them"));
  EXPECT_EQ(refused({"solve", "--all", "--game", "ard_ri"}).exit_code, 2);
}

}  // namespace tabiya::tools::solve_command_test
