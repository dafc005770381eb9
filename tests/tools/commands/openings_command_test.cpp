// `tabiya openings` from the outside: with an engine that is made for tests, with Debian's stockfish where it
// is installed, and with our own search.

#include <fmt/format.h>

#include "booksearch/engines/uci_engine.h"
#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::openings_command_test {

using namespace std::chrono_literals;
using booksearch::UciAnswer;
using booksearch::UciEngine;

constexpr const char* kStockfish = "/usr/games/stockfish";

std::vector<std::string> lines_of(const std::string& path) { return split_lines(read_file(path)); }

class OpeningsCommandTest : public ::testing::Test {
 protected:
  // A job with the fake engine, which has `arguments`.
  void write_job(const std::string& arguments = "", const std::string& more = "",
                 const std::string& window = "score = [60, 90]") {
    write_file(job_, fmt::format("game = \"chess\"\npairs = \"sample 400\"\n{}\n"
                                 "[oracle]\nengine = \"{} {}\"\noptions = {{ Hash = 8 }}\ntimeout = 5\n"
                                 "[window]\n{}\n[[stage]]\nnodes = 200\n[[stage]]\nnodes = 1000\n"
                                 "[[stage]]\nnodes = 5000\n",
                                 more, test::fake_engine(), arguments, window));
  }

  // A job that takes longer than any test waits.
  void write_long_job() {
    write_job("slow");
    std::string job = read_file(job_);
    job.replace(job.find("sample 400"), 10, "sample 9000");
    write_file(job_, job);
  }

  ProgramRun openings(const std::string& out, std::vector<std::string> more = {}) {
    return run_tabiya(joined({"openings", job_, "--out", folder_.path(out)}, more));
  }

  TemporaryFolder folder_;
  std::string job_ = folder_.path("job.toml");
};

TEST_F(OpeningsCommandTest, ListsWhatLiesInTheWindow) {
  write_job("", "wanted = 30");
  EXPECT_THAT(
      clean_output_of(openings("list.epd")),
      MatchesRegex(
          ".*list.epd: 30 positions of [0-9]+ that belong, out of 400; compared with the last stage, [0-9.]+ % wrong "
          "decisions are expected\nFake 1.0 has searched 400, then [0-9]+, then "
          "[0-9]+ of them: [0-9]+ nodes a position\n"));
  const auto lines = lines_of(folder_.path("list.epd"));
  ASSERT_THAT(lines, SizeIs(30));
  for (const std::string& line : lines) {
    EXPECT_THAT(line,
                MatchesRegex("[rnbqk]+/pppppppp/8/8/8/8/PPPPPPPP/[RNBQK]+ w KQkq - ce -?[6-9][0-9]; acd 7; "
                             "acn [0-9]+; c0 \"probability [01].[0-9]+\"; c1 \"draw rate [0-9.]+ %\"; "
                             "c2 \"Fake 1.0\";"));
  }
}

// Our own process is killed twenty times, and each engine ends after nineteen searches.
TEST_F(OpeningsCommandTest, GoesOnAfterKillsToTheSameBytes) {
  write_job();
  require(openings("whole.csv"));
  write_job("frail");
  for (int kills = 0; kills < 20; ++kills) {
    run_in_shell(fmt::format("timeout -s KILL 0.{} \"$TABIYA\" openings {} --out {} --resume --threads 2",
                             10 + 3 * kills, job_, folder_.path("killed.csv")));
  }
  require(openings("killed.csv", {"--resume", "--threads", "2"}));
  EXPECT_EQ(read_file(folder_.path("whole.csv")), read_file(folder_.path("killed.csv")));
}

TEST_F(OpeningsCommandTest, RefusesAnotherEngineAndAnotherJob) {
  write_job();
  require(openings("list.csv"));
  write_job("no-chances");
  EXPECT_THAT(openings("list.csv", {"--resume"}).err, HasSubstr("judge is \"Fake 1.0, Threads = 1, "));
  write_job("", "seed = 2");
  EXPECT_THAT(openings("list.csv", {"--resume"}).err,
              HasSubstr("is of another job of openings: job is \"chess 1, 400 "));
  write_job();
  EXPECT_EQ(
      openings("list.csv").err,
      fmt::format("tabiya: {}: already exists; continue it with --resume, or overwrite it with --force\n",
                  folder_.path("list.csv.job")));
}

TEST_F(OpeningsCommandTest, TakesAnotherWindowWithWhatWasJudged) {
  write_job();
  require(openings("list.csv"));
  write_job("", "", "draw_rate = [40, 60]");
  require(openings("list.csv", {"--resume"}));
  require(openings("fresh.csv"));
  EXPECT_EQ(read_file(folder_.path("list.csv")), read_file(folder_.path("fresh.csv")));
}

TEST_F(OpeningsCommandTest, SaysHowFarItHasCome) {
  write_job("slow");
  EXPECT_THAT(openings("list.epd", {"--status"}).err,
              HasSubstr("list.epd.job: no run has been started there; name the list of the job with --out"));
  // A slow machine starts its engine for longer than the first budget.
  ProgramRun status;
  for (int budget = 1; budget < 100; budget *= 3) {
    const std::string time = std::to_string(budget) + "s";
    const ProgramRun run = openings("list.epd", {"--budget", time, "--threads", "1", "--force"});
    ASSERT_NE(run.exit_code, 3) << run.err;
    status = openings("list.epd", {"--status", "--json"});
    if (status.exit_code != 0) continue;  // the time was over before the engine had started
    if (status.out.find("\"done\":0,") == std::string::npos) break;
  }
  EXPECT_THAT(status.out,
              MatchesRegex(".*\"finished\":false,\"pass\":\"(all once|deeper)\",\"done\":[1-9][0-9]*,"
                           "\"total\":[0-9]+,.*\"seconds_left_in_all\":[0-9].*\n"));
  EXPECT_THAT(openings("list.epd", {"--status"}).out,
              MatchesRegex("state       .*list.epd.job\n"
                           "judged by   no process at the moment; `--resume` continues\n"
                           "pass        (all once|deeper)\n"
                           "done        [0-9]+ of [0-9]+ searches, or as much as these, [0-9]+ %\n"
                           "searched    [0-9]+, then [0-9]+, then [0-9]+\n"
                           "(list [^\n]*\n)?"
                           "rate        [^\n]* nodes a second, the last ones [0-9:]+ ago\n"
                           "(time left [^\n]*\n)?"));
}

TEST_F(OpeningsCommandTest, StopsOnAnInterruption) {
  write_long_job();
  const std::string errors = folder_.path("errors");
  const ProgramRun run =
      run_in_shell(fmt::format("\"$TABIYA\" openings {} --out {} --progress json 2> {} & "
                               "until [ -s {} ] || ! kill -0 $!; do sleep 0.01; done; kill -INT $!; wait $!",
                               job_, folder_.path("list.epd"), errors, errors));
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_THAT(read_file(errors), HasSubstr("stopped; continue with `tabiya openings "));
}

TEST_F(OpeningsCommandTest, ReplacesAnEngineThatCrashes) {
  write_job();
  require(openings("good.csv"));
  for (const char* fault : {"crash", "hang", "illegal-move"}) {
    write_job(std::string(fault) + " " + folder_.path(fault));
    require(openings(std::string(fault) + ".csv"));
    EXPECT_EQ(read_file(folder_.path("good.csv")), read_file(folder_.path(std::string(fault) + ".csv")))
        << fault;
  }
}

TEST_F(OpeningsCommandTest, LeavesTheStateOfARunAloneThatGoesOn) {
  write_long_job();
  const std::string list = folder_.path("list.epd");
  const ProgramRun second = run_in_shell(fmt::format(
      "\"$TABIYA\" openings {0} --out {1} 2> {2} & until [ -s {1}.job-wal ] || ! kill -0 $!; do sleep 0.01; "
      "done; "
      "\"$TABIYA\" openings {0} --out {1} --force; code=$?; ls {1}.job*; kill -INT $!; wait $!; exit $code",
      job_, list, folder_.path("errors")));
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_THAT(second.err, HasSubstr("list.epd.job: being judged by process "));
  EXPECT_THAT(second.out, HasSubstr("list.epd.job\n"));
  EXPECT_THAT(second.out, HasSubstr("list.epd.job-wal\n"));
}

TEST_F(OpeningsCommandTest, GoesOnWithWhatADamagedStateStillHas) {
  write_job();
  require(openings("list.csv"));
  std::string state = read_file(folder_.path("list.csv.job"));
  write_file(folder_.path("list.csv.job"), state.substr(0, state.size() / 2));
  const std::string list = read_file(folder_.path("list.csv"));
  EXPECT_THAT(openings("list.csv", {"--status"}).err,
              HasSubstr("; `--resume` continues with what can be read"));
  const ProgramRun run = openings("list.csv", {"--resume"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("before the damage can be used"));
  EXPECT_EQ(read_file(folder_.path("list.csv")), list);
}

TEST_F(OpeningsCommandTest, WritesGamesToBePlayed) {
  write_job("", "wanted = 2");
  require(openings("list.pgn"));
  EXPECT_THAT(read_file(folder_.path("list.pgn")),
              MatchesRegex("(\\[Event \"start positions\"\\]\n\\[Site \"\\?\"\\]\n\\[Date "
                           "\"\\?\\?\\?\\?\\.\\?\\?\\.\\?\\?\"\\]\n\\[Round \"[12]\"\\]\n\\[White "
                           "\"\\?\"\\]\n\\[Black \"\\?\"\\]\n\\[Result \"\\*\"\\]\n\\[Variant "
                           "\"Chess960\"\\]\n\\[SetUp \"1\"\\]\n\\[FEN "
                           "\"[rnbqk]*/pppppppp/8/8/8/8/PPPPPPPP/[RNBQK]* w KQkq - 0 1\"\\]\n\\[Judgement "
                           "\"ce -?[0-9]*, depth 7, nodes [0-9]*, probability [01].[0-9]*, draw rate [0-9.]* "
                           "%, Fake 1.0\"\\]\n\n\\*\n\n){2}"));
}

TEST_F(OpeningsCommandTest, ReplacesNoFileOfOthers) {
  write_job();
  write_file(folder_.path("list.csv"), "precious");
  const std::string refusal = folder_.path("list.csv") + ": already exists; add --force to replace it";
  EXPECT_EQ(openings("list.csv", {"--resume"}), unusable(refusal));
  EXPECT_EQ(openings("other.csv", {"--all", "--resume", "--table", folder_.path("list.csv")}),
            unusable(refusal));
  write_file(folder_.path("job.toml.job"), read_file(job_));
  EXPECT_THAT(refused({"openings", folder_.path("job.toml.job"), "--out", job_, "--force"}).err,
              HasSubstr("job.toml.job: is JOB of this run, and would be written to"));
  write_job("", "", "score = [60, 90]");
  std::string job = read_file(job_);
  job.replace(job.find("sample 400"), 10, "list.csv");
  write_file(job_, job);
  EXPECT_THAT(openings("list.csv", {"--force"}).err,
              HasSubstr("list.csv: is an input of this run, and would be written to"));
  EXPECT_THAT(openings("x.csv", {"--all", "--table", folder_.path("x.csv.job")}).err,
              HasSubstr("--table and the job's state both name " + folder_.path("x.csv.job")));
  EXPECT_EQ(read_file(folder_.path("list.csv")), "precious");
}

TEST_F(OpeningsCommandTest, RefusesStagesThatSearchNoMore) {
  write_job();
  write_file(job_, read_file(job_) + "[[stage]]\nnodes = 5000\n");
  EXPECT_THAT(openings("list.csv").err, HasSubstr("stage 4, nodes: is not more than in the stage before"));
  write_job();
  std::string job = read_file(job_);
  job.replace(job.find("Hash = 8"), 8, "UCI_Chess960 = false");
  write_file(job_, job);
  EXPECT_THAT(openings("list.csv").err, HasSubstr("option 'UCI_Chess960': is always true here"));
}

TEST_F(OpeningsCommandTest, JudgesByOurOwnSearchWhereNoEngineIsNamed) {
  for (const char* game : {"zero_point_one", "pawn_race"}) {
    write_file(job_, fmt::format("game = \"{}\"\npairs = \"{}\"\n[window]\nscore = [-0.5, 0.5]\n[[stage]]\n"
                                 "depth = 1\n[[stage]]\ndepth = 2\n",
                                 game, game == std::string("pawn_race") ? "all" : "sample 50"));
    require(openings(std::string(game) + ".epd"));
    EXPECT_THAT(lines_of(folder_.path(std::string(game) + ".epd")),
                Contains(MatchesRegex(".* acd [12]; acn [0-9]+; c0 \"probability [01].[0-9]+\"; "
                                      "c1 \"logit [+-]0.[0-9]+\"; c2 \"our own search\";")))
        << game;
  }
}

TEST_F(OpeningsCommandTest, RefusesWhatAnEngineCannotDo) {
  write_job("no-chances", "", "draw_rate = [40, 60]");
  EXPECT_THAT(
      openings("list.epd").err,
      ::testing::AllOf(::testing::StartsWith("tabiya: engine '/"),
                       HasSubstr(" no-chances' has no option UCI_ShowWDL, so it reports no chances; choose a "
                                 "window of score")));
  write_file(job_,
             "game = \"chess\"\n[oracle]\nengine = \"/no/such/engine\"\n[window]\nscore = [1, 2]\n"
             "[[stage]]\nnodes = 10\n");
  EXPECT_EQ(openings("list.epd"),
            unusable("cannot run the engine '/no/such/engine': No such file or directory"));
  write_file(job_, "game = \"ard_ri\"\n[window]\nscore = [1, 2]\n[[stage]]\nnodes = 10\n");
  EXPECT_EQ(openings("list.epd"), unusable("ard_ri has no setup phase: `openings` cannot be used with it"));
}

TEST_F(OpeningsCommandTest, StockfishMakesAListAndLoadsIt) {
  if (!std::filesystem::exists(kStockfish)) GTEST_SKIP() << "Debian's stockfish is not installed";
  std::string job = read_file(test::source_path("data/jobs/dfrc.toml"));
  job.replace(job.find("sample 5000"), 11, "sample 60");
  for (const std::string nodes : {"1000\n", "5000\n", "25000\n"}) {  // a tenth of each
    const auto place = job.find("nodes = " + nodes);
    ASSERT_NE(place, std::string::npos);
    job.erase(place + 8 + nodes.size() - 2, 1);
  }
  write_file(job_, job);
  require(openings("list.epd"));
  const auto lines = lines_of(folder_.path("list.epd"));
  ASSERT_GT(lines.size(), 0u);
  UciEngine engine({{kStockfish}, {}, 60s});
  for (const std::string& line : lines) {
    const std::string fen = line.substr(0, line.find(" - ") + 2);
    const UciAnswer answer = engine.search(fen, {.nodes = 500}, [](std::string_view) { return true; });
    EXPECT_GT(answer.nodes, 400) << line;
  }
}

}  // namespace tabiya::tools::openings_command_test
