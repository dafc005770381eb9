
#include "tests/tools/program_run.h"

namespace tabiya::tools::perft_command_test {

constexpr const char* kSetups = "AWAAAAAADFFDDDAN addadffdnaaaaawa";
constexpr const char* kAfterSetups = "AWAAAAAA/DFFDDDAN/8/8/8/8/addadffd/naaaaawa r - 2";

ProgramRun prints_nodes(const std::string& nodes) { return {0, "{\"nodes\":" + nodes + "}\n", ""}; }

TEST(PerftCommand, CountsSetupsAndMoves) {
  EXPECT_EQ(run_tabiya({"perft", "startpos", "0"}), prints("1\n"));
  EXPECT_EQ(run_tabiya({"perft", "startpos", "1"}), prints("10810800\n"));
  EXPECT_EQ(run_tabiya({"perft", "startpos", "2", "--json"}), prints_nodes("116873396640000"));
  EXPECT_EQ(run_tabiya({"perft", "startpos", "1", "--moves", "AWAAAAAADFFDDDAN"}), prints("10810800\n"));
  EXPECT_EQ(run_tabiya({"perft", kAfterSetups, "3", "--json"}), prints_nodes("11374"));
  EXPECT_EQ(run_tabiya({"perft", "startpos", "3", "--moves", kSetups, "--json"}), prints_nodes("11374"));
}

TEST(PerftCommand, DoesNotDependOnTheNumberOfThreads) {
  for (const std::string threads : {"1", "2", "7"})
    EXPECT_EQ(run_tabiya({"perft", kAfterSetups, "4", "--json", "--threads", threads}),
              prints_nodes("264113"));
}

TEST(PerftCommand, CountsNothingBeyondTheEndOfAGame) {
  const std::string over = "8/8/8/8/8/8/8/W7 b - 101";  // Blue's wazir was captured
  EXPECT_EQ(run_tabiya({"perft", over, "1"}), prints("0\n"));
  const std::string last_ply = "w7/8/8/8/8/8/8/W7 b - 101";
  EXPECT_EQ(run_tabiya({"perft", last_ply, "1"}), prints("2\n"));
  EXPECT_EQ(run_tabiya({"perft", last_ply, "102"}), prints("0\n"));
}

TEST(PerftCommand, DividesItsCountAmongTheFirstMoves) {
  constexpr const char* kTwoWazirs = "W7/8/8/8/8/8/8/7w r - 2";
  EXPECT_EQ(run_tabiya({"perft", kTwoWazirs, "2", "--divide"}), prints("a1a2  2\na1b1  2\n4\n"));
  EXPECT_EQ(run_tabiya({"perft", kTwoWazirs, "1", "--divide", "--json"}),
            (ProgramRun{
                0, "{\"move\":\"a1a2\",\"nodes\":1}\n{\"move\":\"a1b1\",\"nodes\":1}\n{\"nodes\":2}\n", ""}));
  EXPECT_EQ(run_tabiya({"perft", kTwoWazirs, "0", "--divide"}), prints("1\n"));
  const std::string divided = run_tabiya({"perft", kAfterSetups, "4", "--divide"}).out;
  EXPECT_TRUE(divided.ends_with("\n264113\n")) << divided;
  EXPECT_EQ(refused({"perft", "startpos", "2", "--divide"}),
            unusable("--divide: a setup is to be placed; give both setups with --moves"));
}

TEST(PerftCommand, RefusesBadDepths) {
  for (const std::string depth :
       {"-1", "1001", "1x", "", "1.5", "99999999999999999999", "010", "0x1", " 1"}) {
    EXPECT_EQ(refused({"perft", "startpos", depth}),
              unusable("perft: DEPTH: '" + depth +
                       "' is not a whole number from 0 to 1000; see `tabiya perft --help`"));
  }
  EXPECT_EQ(refused({"perft", "startpos", "103"}),
            unusable("DEPTH: 103 is more than the 102 plies that a game can have"));
  EXPECT_EQ(refused({"perft", "startpos"}), unusable("perft: DEPTH is required; see `tabiya perft --help`"));
}

TEST(PerftCommand, RefusesBadNumbersOfThreads) {
  for (const std::string threads : {"0", "-2", "1025", "two", ""}) {
    EXPECT_EQ(refused({"perft", "startpos", "1", "--threads", threads}),
              unusable("perft: --threads: '" + threads +
                       "' is not a whole number from 1 to 1024; see `tabiya perft --help`"));
  }
}

TEST(PerftCommand, EndsWithAWordWhenItIsInterrupted) {
  // It is interrupted once it listens: SIGINT is the second bit of the mask of caught signals. A program that
  // is begun in the background would ignore it, so that the shell becomes the program.
  const ProgramRun run = run_in_shell(
      "(until grep -q tabiya /proc/$$/comm && grep -q 'SigCgt:.*[2367abef]$' /proc/$$/status; do sleep 0.01; "
      "done; "
      "kill -INT $$) & exec \"$TABIYA\" perft startpos 12 --moves 'AWAAAAAADFFDDDAN addadffdnaaaaawa' 2>&1");
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_EQ(run.out, "tabiya: stopped\n");
}

}  // namespace tabiya::tools::perft_command_test
