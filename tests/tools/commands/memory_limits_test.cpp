// What commands do where memory ends, or the system starts no more threads: a word and exit code 2, never a signal.
#include "tests/tools/program_run.h"

namespace tabiya::tools::memory_limits_test {

using ::testing::Eq;

// With so many MB of address space. A run that hangs is ended by a signal.
ProgramRun run_within(int megabytes, const std::string& command) {
  return run_in_shell("ulimit -c 0; ulimit -v " + std::to_string(megabytes * 1000) +
                      "; timeout -s KILL 120 \"$TABIYA\" " + command + " --progress none");
}

TEST(MemoryLimits, EndEveryCommandInWords) {
  const TemporaryFolder folder;
  write_file(
      folder.path("job.toml"),
      "game = \"pawn_race\"\ntable_mib = 1\n[filter]\npool = 8\nkeep = 4\n[[stage]]\ndepth = 2\nkeep = 4\n");
  write_file(folder.path("openings.toml"),
             "game = \"chess\"\npairs = \"sample 20\"\n[window]\nscore = [-90, 90]\n[[stage]]\nnodes = 50\n");
  const std::string out = " --out " + folder.path("out") + " --force --threads 8";
  const std::vector<std::string> commands{
      "solve --all --game pawn_race --memory 1 --nodes 100 --threads 8",
      "openings " + folder.path("openings.toml") + out,
      "build " + folder.path("job.toml") + out + "-folder",
      "audit shipped --sample 8 --discarded 0 --replies 4 --deeper 0 --threads 8",
      "selfplay --games 64 --nodes 20 --net linear" + out,
      "bench recall --sample 4 --candidates 10 --depths 2:2 --threads 8",
      "match 'play --nodes 20 --table 1 --net linear --book none' 'play --nodes 20 --table 1 --net linear --book none' "
      "--games 8 --concurrency 8",
  };
  int ended_without_memory = 0;
  for (const std::string& command : commands) {
    for (const int megabytes : {32, 60, 150}) {
      const ProgramRun run = run_within(megabytes, command);
      EXPECT_THAT(run.exit_code, AnyOf(Eq(0), Eq(1), Eq(2))) << megabytes << " MB: " << command << run.err;
      EXPECT_THAT(run.err, Not(HasSubstr("internal error")));
      ended_without_memory += run.exit_code == 2;
    }
  }
  EXPECT_GT(ended_without_memory, 5);
}

}  // namespace tabiya::tools::memory_limits_test
