// `verify` of every kind of file that the program writes; of books in book_command_test.cpp.
#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools::verify_command_test {

constexpr const char* kEngine = "play --net linear --book none --nodes 20 --table 1";

class VerifyOwnFiles : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path(name); }

  ProgramRun verify(const std::string& name) { return run_tabiya({"verify", path(name)}); }

  // Runs what writes a file, of which verify then says this.
  void expect_sound(const std::vector<std::string>& made_by, const std::string& name,
                    const std::string& what) {
    require(run_tabiya(made_by));
    EXPECT_EQ(verify(name), prints(path(name) + ": " + what + "\n"));
  }

  // What verify says of the file with one byte changed in its middle.
  std::string damaged(const std::string& name) {
    std::string file = read_file(path(name));
    file[file.size() / 2] = static_cast<char>(file[file.size() / 2] ^ 4);
    write_file(path("damaged"), file);
    const ProgramRun run = verify("damaged");
    EXPECT_EQ(run.exit_code, 2) << name;
    EXPECT_EQ(run.out, "") << name;
    return run.err;
  }

  const TemporaryFolder folder_;
};

TEST_F(VerifyOwnFiles, KnowsNetworksPackedOrNot) {
  const std::string shipped = "a network of 6360 features, width 128, 0 findings";
  EXPECT_EQ(run_tabiya({"verify", "shipped-net"}), prints("shipped-net: " + shipped + "\n"));
  expect_sound({"unpack", "shipped-net", "--out", path("a.tbn")}, "a.tbn", shipped);
  EXPECT_THAT(damaged("a.tbn"), HasSubstr("fails its checksum"));
  const ProgramRun json = run_tabiya({"verify", "shipped-net", "--json"});
  EXPECT_EQ(parsed(json.out)["kind"], "network");
}

TEST_F(VerifyOwnFiles, KnowsTrainingData) {
  require(run_tabiya({"selfplay", "--games", "2", "--nodes", "20", "--net", "linear", "--out", path("a.tbd"),
                      "--progress", "none"}));
  const auto facts = parsed(run_tabiya({"data", "info", path("a.tbd"), "--json"}).out);
  EXPECT_EQ(verify("a.tbd").out, path("a.tbd") + ": training data of zero_point_one, " +
                                     std::to_string(facts["games"].get<int>()) + " games, " +
                                     std::to_string(facts["positions"].get<int>()) +
                                     " positions, 0 findings\n");
  EXPECT_THAT(damaged("a.tbd"), HasSubstr("the file is damaged"));
}

TEST_F(VerifyOwnFiles, KnowsTheGamesOfAMatch) {
  expect_sound({"match", kEngine, kEngine, "--games", "2", "--out", path("games.jsonl")}, "games.jsonl",
               "the games of a match, 2 lines, 0 findings");
  EXPECT_THAT(damaged("games.jsonl"), HasSubstr("fails its checksum; take another copy"));
}

TEST_F(VerifyOwnFiles, KnowsBetterRepliesOfAnAudit) {
  const std::string line = "WFNDDDDFAAAAAAAA\tAWAAAAAADFFDDDAN\t-20\t5\tADDADFFDNAAAAAWA\t0\n";
  write_file(path("better"), "tabiya refutations 1 zero_point_one\n" + line);
  EXPECT_EQ(verify("better").out,
            path("better") + ": better replies of an audit of zero_point_one, 1 line, 0 findings\n");
  write_file(path("better"), "tabiya refutations 1 zero_point_one\n" + line.substr(0, 40));
  EXPECT_THAT(verify("better").err,
              HasSubstr("better, byte 36: line 2: not 6 fields with tabs between them"));
  write_file(path("better"), "tabiya refutations 1 hex\n" + line);
  EXPECT_EQ(verify("better").exit_code, 2);
  EXPECT_THAT(refused({"book", "info", path("better")}).err,
              HasSubstr("better replies of an audit, not a book; `tabiya build --resume --with` reads it"));
}

TEST_F(VerifyOwnFiles, WalksThroughProofs) {
  require(run_tabiya(
      {"solve", "8/2p5/8/8/6p1/8/1P5P/8 w - - 0 1", "--memory", "16", "--out", path("proof.txt")}));
  const auto check = parsed(run_tabiya({"solve", "--check", path("proof.txt"), "--json"}).out);
  EXPECT_EQ(verify("proof.txt").out, path("proof.txt") + ": a proof, " +
                                         std::to_string(check["positions"].get<int>()) +
                                         " positions walked through, 0 findings\n");
}

TEST_F(VerifyOwnFiles, KnowsListsOfSetupsAndPositions) {
  write_file(path("setups"), "AWAAAAAADFFDDDAN\nADDADFFDNAAAAAWA\n");
  EXPECT_EQ(verify("setups").out, path("setups") + ": a list of 2 setups of zero_point_one, 0 findings\n");
  write_file(path("positions"), "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1\n");
  EXPECT_EQ(verify("positions").out, path("positions") + ": a list of 1 position of chess, 0 findings\n");
  write_file(path("list.epd"),
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce -35; acd 9;\n"
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 3; ce 0;\n");
  EXPECT_EQ(verify("list.epd").out, path("list.epd") + ": a list of 2 positions of chess, 0 findings\n");
  write_file(path("list.csv"),
             "position,first_setup\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,RNBQKBNR\n");
  EXPECT_EQ(verify("list.csv").out, path("list.csv") + ": a list of 1 position of chess, 0 findings\n");
  write_file(path("setups"), "AWAAAAAADFFDDDAN\nADDADFFDNAAAAAWW\n");
  EXPECT_THAT(verify("setups").err, HasSubstr("setups, line 2, byte "));
}

TEST_F(VerifyOwnFiles, NamesTheCommandThatReadsAState) {
  require(run_tabiya(
      {"build", test::source_path("data/jobs/tiny.toml"), "--out", path("out"), "--progress", "none"}));
  EXPECT_EQ(verify("out/tiny.job"),
            unusable(path("out/tiny.job") +
                     ": the state of a job; `tabiya build JOB --status` reads it, and reports damage"));
}

TEST_F(VerifyOwnFiles, IsNamedByOtherCommandsThatAreGivenItsFiles) {
  write_data(path("games.tbd"), {{"game", "zero_point_one"}}, false, false);
  EXPECT_EQ(refused({"book", "info", path("games.tbd")}),
            unusable(path("games.tbd") + ": training data, not a book; `tabiya data info` reads it"));
  EXPECT_EQ(refused({"analyse", "--games", path("games.tbd")}),
            unusable(path("games.tbd") +
                     ": training data, not games with their moves; `tabiya data info` reads it"));
  write_file(path("binary"), std::string("\1\2\0\3\n", 5));
  const std::string run = refusal_of(refused({"analyse", "--games", path("binary")}));
  EXPECT_THAT(run, EndsWith("\n"));
  EXPECT_THAT(run, HasSubstr("has a character other than A, D, F, N and W\n"));
}

}  // namespace tabiya::tools::verify_command_test
