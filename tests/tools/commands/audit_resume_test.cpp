// `audit --resume`: an audit that was stopped says the same as one that was not.
#include <chrono>
#include <csignal>

#include "core/random.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::audit_resume_test {

// A book whose audit searches 60 entries, and 100 setups that are not in it.
class AuditResume : public ::testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_.path("tiny.toml"),
               "game = \"chess\"\ntable_mib = 1\n"
               "[filter]\npool = 300\nkeep = 60\n[[stage]]\ndepth = 2\nreplies = 2\nkeep = 60\n");
    require(run_tabiya({"build", folder_.path("tiny.toml"), "--out", folder_.path("")}));
  }

  std::vector<std::string> arguments(const std::string& list, const std::vector<std::string>& more) const {
    return joined(
        {"audit", folder_.path("tiny.tbk"), "--sample", "60", "--random", "200", "--replies", "100",
         "--deeper", "2", "--discarded", "100", "--table-mib", "1", "--json", "--out", folder_.path(list)},
        more);
  }
  ProgramRun audit(const std::string& list, const std::vector<std::string>& more = {}) const {
    return run_tabiya(arguments(list, more));
  }

  // Killed after this many seconds if it is still running.
  ProgramRun audit_and_kill(const std::string& list, double seconds) const {
    std::string line = "timeout --preserve-status --signal=KILL " + std::to_string(seconds) + " \"$TABIYA\"";
    for (const std::string& word : arguments(list, {"--resume"})) line += " '" + word + "'";
    return run_in_shell(line);
  }

  // An audit that was killed when it had a few lines.
  void leave_half(const std::string& list) const {
    std::string line = "\"$TABIYA\"";
    for (const std::string& word : arguments(list, {"--threads", "1"})) line += " '" + word + "'";
    const std::string state = folder_.path(list + ".state");
    run_in_shell(line + " & until [ \"$(grep -cs . '" + state +
                 "')\" -ge 5 ] 2>/dev/null || ! kill -0 $!; do sleep 0.005; done; kill -KILL $!; wait $!");
    ASSERT_TRUE(std::filesystem::exists(state)) << "it ended too soon";
  }

  const TemporaryFolder folder_;
};

TEST_F(AuditResume, SaysTheSameAfterKills) {
  const auto start = std::chrono::steady_clock::now();
  const ProgramRun whole = audit("whole");
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ASSERT_EQ(whole.err, "");
  Random random(1);
  const auto is_there = [&](const std::string& name) { return std::filesystem::exists(folder_.path(name)); };
  for (int kills = 0; kills < 10;) {
    ProgramRun run;
    do {
      run = audit_and_kill("list", 0.001 + seconds * random.below(1000) / 1000);
    } while (run.exit_code == 128 + SIGKILL && ++kills < 10 && (is_there("list.state") || !is_there("list")));
    const bool is_finished = is_there("list") && !is_there("list.state");  // killed as it had ended
    if (run.exit_code == 128 + SIGKILL && !is_finished) run = audit("list", {"--resume", "--threads", "2"});
    if (run.exit_code != 128 + SIGKILL) {
      EXPECT_EQ(run, whole);
    }
    EXPECT_EQ(read_file(folder_.path("list")), read_file(folder_.path("whole")));
    EXPECT_FALSE(is_there("list.state"));
    std::filesystem::remove(folder_.path("list"));
  }
}

TEST_F(AuditResume, RefusesTheStateOfAnotherAudit) {
  leave_half("list");
  const std::string state = folder_.path("list.state");
  EXPECT_EQ(audit("list"),
            unusable(state + ": already exists; continue it with --resume, or overwrite it with --force"));
  EXPECT_EQ(
      audit("list", {"--resume", "--seed", "2"}),
      unusable(
          state +
          ": is of another audit: seed is 1 there, and 2 here; take its options, or choose another --out"));
  EXPECT_THAT(audit("list", {"--resume", "--net", "linear"}).err,
              HasSubstr("is of another audit: evaluation is "));
  const std::string book = folder_.path("tiny.tbk"), text = folder_.path("text");
  require(run_tabiya({"book", "export", book, "--first", "50", "--to", "csv", "--out", text}));
  require(run_tabiya({"book", "import", text, "--from", "csv", "--game", "chess", "--out", book, "--force"}));
  EXPECT_THAT(audit("list", {"--resume", "--net", "shipped"}).err,
              HasSubstr("is of another audit: book is "));
}

TEST_F(AuditResume, RefusesADamagedState) {
  leave_half("list");
  const std::string state = folder_.path("list.state"), sound = read_file(state);
  Random random(3);
  const std::size_t whole_lines = sound.rfind('\n');
  for (int round = 0; round < 20; ++round) {
    std::string damaged = sound;
    damaged[random.below(static_cast<std::uint32_t>(whole_lines))] ^= 1;
    write_file(state, damaged);
    EXPECT_THAT(refusal_of(audit("list", {"--resume"})), HasSubstr("replace it with --force"));
    EXPECT_EQ(read_file(state), damaged);
  }
  write_file(state, sound);
  EXPECT_THAT(run_tabiya({"verify", state}).out, HasSubstr("the state of an audit, "));
  EXPECT_NE(audit("list", {"--resume"}).exit_code, 2);
}

TEST_F(AuditResume, NeedsAFile) {
  EXPECT_THAT(run_tabiya({"audit", folder_.path("tiny.tbk"), "--resume"}),
              unusable("--resume: name the file of the earlier run with --out"));
  std::filesystem::rename(folder_.path("tiny.tbk"), folder_.path("list.state"));
  EXPECT_EQ(refused({"audit", folder_.path("list.state"), "--out", folder_.path("list")}),
            unusable(folder_.path("list.state") +
                     ": is BOOK of this run, and would be written to; name another output"));
}

// A state next to a pipe would be of no use.
TEST_F(AuditResume, KeepsNothingNextToADevice) {
  require(run_in_shell("mkfifo '" + folder_.path("pipe") + "'"));
  EXPECT_EQ(audit("pipe", {"--resume"}).exit_code, 2);
  std::string line = "cat '" + folder_.path("pipe") + "' >'" + folder_.path("read") + "' & \"$TABIYA\"";
  for (const std::string& word : arguments("pipe", {"--first", "0"})) line += " '" + word + "'";
  run_in_shell(line + "; wait");
  EXPECT_THAT(read_file(folder_.path("read")), StartsWith("tabiya refutations 1 chess\n"));
  EXPECT_THAT(folder_.names(), Not(Contains("pipe.state")));
}

}  // namespace tabiya::tools::audit_resume_test
