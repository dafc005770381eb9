#include <csignal>

#include "booksearch/work/sqlite.h"
#include "tests/tools/commands/build_runs.h"
#include "tests/tools/program_run.h"
#include "tools/jobs/job_file.h"

namespace tabiya::tools::build_command_test {

// `build --out … --resume`, killed after this many seconds if it is still running.
ProgramRun build_and_kill(const std::string& job, const TemporaryFolder& folder, double seconds) {
  return run_in_shell("timeout --preserve-status --signal=KILL " + std::to_string(seconds) +
                      " \"$TABIYA\" build '" + job + "' --out '" + folder.path("out") + "' --resume");
}

// `build --out …`, interrupted as soon as it has reported its first pass.
ProgramRun build_and_interrupt(const TemporaryFolder& folder) {
  const std::string report = folder.path("report");
  return run_in_shell("\"$TABIYA\" build '" + kTinyJob + "' --out '" + folder.path("out") + "' >'" + report +
                      "' & until grep -qs . '" + report +
                      "' || ! kill -0 $!; do sleep 0.01; done; kill -INT $!; wait $!");
}

TEST(BuildCommand, MakesASoundBook) {
  const TemporaryFolder folder;
  const std::string run = clean_output_of(build(folder, {"--threads", "2"}));
  EXPECT_THAT(run, StartsWith("filter round 1 "));
  EXPECT_THAT(run, HasSubstr("\nstage 3, depth 4 "));
  EXPECT_THAT(run, HasSubstr("\n" + folder.path("out/tiny.tbk") + ": 40 entries\n"));

  const std::string book = folder.path("out/tiny.tbk");
  EXPECT_EQ(run_tabiya({"verify", book}), prints(book + ": 40 entries, 0 findings\n"));
  EXPECT_EQ(read_file(book), undisturbed_book());  // made with one thread
}

TEST(BuildCommand, GoesOnAfterBeingKilledToTheSameBytes) {
  const TemporaryFolder folder;
  int kills = 0;
  double seconds = 0.004;
  while (build_and_kill(kTinyJob, folder, seconds).exit_code == 128 + SIGKILL) {
    seconds *= 1.25;
    ASSERT_LT(++kills, 30);
  }
  EXPECT_GE(kills, 3);
  EXPECT_EQ(read_file(folder.path("out/tiny.tbk")), undisturbed_book());
  std::filesystem::remove(folder.path("out/tiny.tbk"));
  require(build(folder, {"--resume"}));  // when all is done, the book is written from the state
  EXPECT_EQ(read_file(folder.path("out/tiny.tbk")), undisturbed_book());
}

TEST(BuildCommand, SaysHowToGoOnWhenInterrupted) {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  const ProgramRun run = build_and_interrupt(folder);
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_EQ(run.err,
            "tabiya: stopped; continue with `tabiya build " + kTinyJob + " --out " + out + " --resume`\n");
  EXPECT_FALSE(std::filesystem::exists(out + "/tiny.tbk"));
  require(build(folder, {"--resume"}));
  EXPECT_EQ(read_file(folder.path("out/tiny.tbk")), undisturbed_book());
}

TEST(BuildCommand, KeepsEarlierResultsUnlessTold) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path("out"));
  const std::string state = folder.path("out/tiny.job");
  write_file(state, "something else");
  EXPECT_EQ(build(folder, {}),
            unusable(state + ": already exists; add --resume to continue it, or --force to start over"));
  EXPECT_EQ(build(folder, {"--resume"}),
            unusable(state +
                     ": the file is not an SQLite database; take another copy, or start over with --force"));
  EXPECT_EQ(
      build(folder, {"--status"}),
      unusable(state +
               ": the file is not an SQLite database; take another copy, or build it anew with --force"));
  EXPECT_EQ(read_file(state), "something else");
  std::filesystem::remove(state);
  write_file(folder.path("out/tiny.tbk"), "something else");
  EXPECT_EQ(build(folder, {}).exit_code, 2);
  EXPECT_EQ(build(folder, {"--resume"}).exit_code, 2);
  EXPECT_EQ(read_file(folder.path("out/tiny.tbk")), "something else");
  require(build(folder, {"--force"}));
  EXPECT_EQ(read_file(folder.path("out/tiny.tbk")), undisturbed_book());
  EXPECT_THAT(build(folder, {"--force", "--resume"}).err, HasSubstr("--force"));
}

// A limit on the size of files stands in for a full disk.
TEST(BuildCommand, SaysWhatToDoWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  const ProgramRun run = run_in_shell("trap '' XFSZ; ulimit -f 40; \"$TABIYA\" build '" + kTinyJob +
                                      "' --out '" + folder.path("out") + "' 2>&1");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, HasSubstr("tiny.job: "));
  EXPECT_THAT(run.out, HasSubstr("check free space and permissions, and continue with `tabiya build "));
  EXPECT_FALSE(std::filesystem::exists(folder.path("out/tiny.tbk")));
  require(build(folder, {"--resume"}));
  EXPECT_EQ(read_file(folder.path("out/tiny.tbk")), undisturbed_book());
}

TEST(BuildCommand, RefusesStatesOfEarlierVersions) {
  const TemporaryFolder folder;
  require(build(folder, {}));
  const std::string state = folder.path("out/tiny.job");
  ASSERT_TRUE(booksearch::Database::open(state)->execute("PRAGMA user_version = 10").ok());
  const std::string refusal = state + ": the file is of version 10, this program writes version 11; ";
  EXPECT_EQ(build(folder, {"--resume"}),
            unusable(refusal + "use what it was started with, or start over with --force"));
  EXPECT_EQ(build(folder, {"--status"}), unusable(refusal + "use the version that it was started with"));
  require(build(folder, {"--force"}));
  EXPECT_EQ(read_file(folder.path("out/tiny.tbk")), undisturbed_book());
}

// The state of a run that was stopped in its first stage, after this many of 40 reds.
void leave_rows(const std::string& state, int rows) {
  Result<booksearch::Database> database = booksearch::Database::open(state);
  ASSERT_TRUE(database.ok());
  ASSERT_TRUE(
      database
          ->execute("DELETE FROM answer WHERE question < 1 << 60 AND question NOT IN (SELECT question FROM "
                    "answer WHERE question < 1 << 32 ORDER BY question LIMIT " +
                    std::to_string(rows) + ")")
          .ok());
}

TEST(BuildCommand, TellsTheStatusOfStoppedAndFinishedJobs) {
  const TemporaryFolder folder;
  EXPECT_EQ(build(folder, {"--status"}).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder.path("out")));
  require(build(folder, {}));
  leave_rows(folder.path("out/tiny.job"), 20);
  const ProgramRun stopped = build(folder, {"--status"});
  EXPECT_EQ(stopped.exit_code, 0);
  EXPECT_THAT(stopped.out, HasSubstr("\nbuilt by    no process at the moment; `--resume` continues\n"));
  EXPECT_THAT(stopped.out, HasSubstr("\nfilter      2 of at most 2 rounds; 40 setups left, "));
  EXPECT_THAT(stopped.out, HasSubstr("\nstage       stage 1, depth 2\ndone        20 of 40 reds, 50 %\n"));
  EXPECT_THAT(stopped.out, HasSubstr("\nbest lines so far\n"));
  EXPECT_EQ(stopped.err, "");
  const auto status = parsed(build(folder, {"--status", "--json"}).out);
  EXPECT_EQ(status["filter"]["rounds"], 2);
  EXPECT_EQ(status["filter"]["kept"], 40);
  EXPECT_TRUE(status.contains("seconds_left_in_all"));

  require(build(folder, {"--resume"}));
  const ProgramRun finished = build(folder, {"--status", "--json"});
  EXPECT_THAT(finished.out, StartsWith("{\"state\":\"" + folder.path("out/tiny.job") +
                                       "\",\"finished\":true,\"stage\":\"finished\",\"stages_finished\":3,"));
  const std::vector<std::string> names{"tiny.job", "tiny.tbk"};
  std::vector<std::string> found;  // to look leaves nothing behind
  for (const auto& entry : std::filesystem::directory_iterator(folder.path("out")))
    found.push_back(entry.path().filename());
  std::ranges::sort(found);
  EXPECT_EQ(found, names);
}

TEST(BuildCommand, MakesWhatTimeAllows) {
  const TemporaryFolder folder;
  const std::string none = refusal_of(build(folder, {"--budget", "0"}));
  EXPECT_THAT(none, StartsWith("tabiya: time ran out too early: "));
  EXPECT_THAT(none, HasSubstr("; continue with `tabiya build "));
  EXPECT_THAT(none, HasSubstr(" --budget 0 --resume`"));
  const std::string book = folder.path("out/tiny.tbk");
  EXPECT_FALSE(std::filesystem::exists(book));

  require(build(folder, {"--resume"}));
  EXPECT_EQ(read_file(book), undisturbed_book());
  require(build(folder, {"--resume", "--budget", "1"}));
  EXPECT_EQ(run_tabiya({"verify", book}), prints(book + ": 40 entries, 0 findings\n"));
  EXPECT_THAT(build(folder, {"--budget", "soon"}).err, HasSubstr("'soon' is not a time such as 90s"));
}

TEST(BuildCommand, KeepsADeepenedBook) {
  const TemporaryFolder folder;
  const std::string book = folder.path("out/tiny.tbk"), state = folder.path("out/tiny.job");
  require(build(folder, {}));
  for (int seconds = 1; seconds < 100 && read_file(book) == undisturbed_book(); seconds *= 3)
    require(build(folder, {"--resume", "--budget", std::to_string(seconds)}));
  const std::string deepened = read_file(book);
  ASSERT_NE(deepened, undisturbed_book());
  require(build(folder, {"--resume"}));
  EXPECT_EQ(read_file(book), deepened);
  std::filesystem::remove(book);
  require(build(folder, {"--resume"}));  // from the state alone
  EXPECT_EQ(read_file(book), deepened);

  std::filesystem::remove(state);
  EXPECT_THAT(build(folder, {"--resume"}).err, HasSubstr("tiny.tbk: knows more than the state of the job: "));
  EXPECT_EQ(read_file(book), deepened);
  require(build(folder, {"--force"}));
  EXPECT_EQ(read_file(book), undisturbed_book());
}

TEST(BuildCommand, IsAloneOnItsState) {
  const TemporaryFolder folder;
  const std::string state = folder.path("out/tiny.job"), first = in_shell(folder, "--budget 1h");
  const auto while_first_runs = [&](const std::string& second) {
    return run_in_shell("rm -f '" + state + "-lock'; " + first + " --resume >/dev/null & until [ -e '" +
                        state + "-lock' ]; do sleep 0.01; done; sleep 0.1\n" + second +
                        "; code=$?; kill -KILL $!; { wait $!; } 2>&-; exit $code");
  };
  for (const std::string how : {" --resume", " --force", ""}) {
    EXPECT_THAT(refusal_of(while_first_runs(first + how)),
                MatchesRegex("tabiya: " + state +
                             ": being built by process [0-9]+ since .*; "
                             "`tabiya build` with --status watches it\n"));
  }
  EXPECT_THAT(output_of(while_first_runs(in_shell(folder, "--status"))),
              ContainsRegex("\nbuilt by    process [0-9]+ since ....-..-.. ..:..:..\n"));
  EXPECT_THAT(while_first_runs(in_shell(folder, "--status --json")).out,
              ContainsRegex("\"built_by\":.\"process\":[0-9]+,\"since\":\"....-..-..T..:..:..Z\""));
  // The runs so far may have finished all stages, of which nobody is told to be missing then.
  EXPECT_THAT(build(folder, {"--status"}).out, Not(HasSubstr("\nbuilt by    process")));
  EXPECT_THAT(build(folder, {"--status", "--json"}).out, HasSubstr("\"built_by\":null"));
  require(build(folder, {"--resume"}));  // a killed owner does not block
}

TEST(BuildCommand, SaysThatItsTimeIsOver) {
  const TemporaryFolder folder;
  require(build(folder, {}));
  EXPECT_THAT(output_of(build(folder, {"--resume", "--budget", "1"})),
              ContainsRegex("refinement [0-9]+, depth [0-9]+ .* time ran out after "));
  const ProgramRun status = build(folder, {"--status"});
  EXPECT_THAT(status.out, HasSubstr("\nstage       all are finished\nrefined     "));
  EXPECT_THAT(status.out, Not(HasSubstr(" %\n")));
}

TEST(BuildCommand, TellsNumbersInJson) {
  const TemporaryFolder folder;
  std::vector<Json> passes = parsed_lines(build(folder, {"--json"}).out);
  ASSERT_GE(passes.size(), 5u);
  EXPECT_EQ(passes[0]["pass"], "filter round 1");
  EXPECT_EQ(passes[0]["kept"], 40);
  EXPECT_GT(passes[0]["pairs"], 1000);
  const Json& stage = passes[passes.size() - 3];
  EXPECT_EQ(stage["pass"], "stage 3, depth 4");
  EXPECT_EQ(stage["reds"], 5);
  EXPECT_EQ(stage["known"], 0);
  EXPECT_TRUE(stage["best_value"].is_number_integer());
  EXPECT_GT(stage["nodes"], 1000);
  const Json& looks = passes[passes.size() - 2];
  EXPECT_EQ(looks["pass"], "deeper looks");
  EXPECT_GE(looks["looks"], 9);
  EXPECT_TRUE(looks["shift"].is_number());
  EXPECT_GT(looks["nodes"], 1000);
  for (const Json& pass : passes) EXPECT_FALSE(pass.contains("outcome"));
}

TEST(BuildCommand, ExtendsAJob) {
  const TemporaryFolder folder;
  const std::string job = folder.path("tiny.toml"), tiny = read_file(kTinyJob);
  write_file(job, tiny);
  const auto go_on = [&](const std::string& out) {
    return run_tabiya({"build", job, "--out", folder.path(out), "--resume"});
  };
  require(go_on("out"));
  write_file(job, tiny + "\n[[stage]]\nkeep = 2\ndepth = 5\nreplies = 10\n");
  const ProgramRun status = run_tabiya({"build", job, "--out", folder.path("out"), "--status"});
  EXPECT_THAT(status.out, HasSubstr("\nstage       stage 4, depth 5\ndone        0 of 2 reds"));
  const std::string longer = output_of(go_on("out"));
  EXPECT_THAT(longer, ContainsRegex("stage 3, depth 4 .* 5 reds .5 known., "));
  EXPECT_THAT(longer, ContainsRegex("stage 4, depth 5 .* 2 reds, "));
  require(go_on("fresh"));
  EXPECT_EQ(read_file(folder.path("out/tiny.tbk")), read_file(folder.path("fresh/tiny.tbk")));
  write_file(job, tiny);
  EXPECT_THAT(go_on("out").err, HasSubstr("it was started with `[[stage]]`, not with `no further stage`"));
}

TEST(BuildCommand, RefusesToWriteOverItsJobFile) {
  const TemporaryFolder folder;
  const std::string job = folder.path("tiny.job");
  write_file(job, read_file(kTinyJob));
  EXPECT_THAT(refused({"build", job, "--out", folder.path("."), "--force"}).err,
              HasSubstr("tiny.job: is JOB of this run, and would be written to; name another output"));
  EXPECT_EQ(read_file(job), read_file(kTinyJob));
}

TEST(BuildCommand, PrintsTheKeysOfJobFilesWithoutAJob) {
  EXPECT_EQ(run_tabiya({"build", "--help-job"}), prints(job_reference()));
  EXPECT_THAT(refused({"build"}).err, HasSubstr("JOB is required"));
}

// Where nothing can be created, whoever one is.
TEST(BuildCommand, SaysThatAFolderIsReadOnly) {
  const std::string run = refusal_of(refused({"build", kTinyJob, "--out", "/proc"}));
  EXPECT_THAT(run, StartsWith("tabiya: /proc/tiny.job: "));
  EXPECT_THAT(run, HasSubstr("check free space and permissions"));
}

TEST(BuildCommand, RefusesUnusableJobFilesBeforeItTouchesAnything) {
  const TemporaryFolder folder;
  const std::string job = folder.path("a.toml");
  const std::vector<std::string> arguments{"build", job, "--out", folder.path("out")};
  write_file(job, read_file(kTinyJob) + "\nreplys = 3\n");
  EXPECT_EQ(refused(arguments),
            unusable(job + ", line 25: unknown key 'replys' in stage 3; the nearest known one is 'replies'"));
  write_file(job, "game = \"ludo\"\n[filter]\npool = 1\nkeep = 1\n[[stage]]\nkeep = 1\ndepth = 1\n");
  EXPECT_THAT(refused(arguments).err,
              StartsWith("tabiya: " + job +
                         ", line 1: game: unknown game 'ludo'; this program knows 'zero_point_one', "));
  write_file(job, "evaluation = \"quad\"\n" + read_file(kTinyJob));
  EXPECT_THAT(
      refused(arguments).err,
      StartsWith("tabiya: " + job + ": evaluation is neither \"linear\" nor \"shipped\" nor a network: "));
  EXPECT_THAT(folder.names(), ElementsAre("a.toml"));
  write_file(folder.path("out"), "");
  EXPECT_EQ(build(folder, {}).exit_code, 2);
  EXPECT_THAT(refused({"build", folder.path("missing.toml")}).err, HasSubstr("missing.toml: cannot read"));
}

}  // namespace tabiya::tools::build_command_test
