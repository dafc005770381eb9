// UCI engines in the place of our search: --engine of `analyse`, `search`, `audit` and `build`, and [oracle] of jobs.
#include <fmt/format.h>

#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::engine_option_test {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::string fake(const std::string& words = "nodes=500") { return test::fake_engine() + " " + words; }

std::vector<Json> lines_of(const ProgramRun& run) {
  EXPECT_EQ(run.err, "");
  return parsed_lines(run.out);
}

std::set<std::string> keys_of(const Json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

ProgramRun analyse(const std::vector<std::string>& more, const std::string& position = kStart) {
  return run_tabiya(joined({"analyse", position, "--game", "chess"}, more));
}

TEST(EngineOption, AnalysePrintsTheSameLines) {
  const std::vector<Json> own = lines_of(analyse({"--depth", "2", "--json"}));
  const std::vector<Json> lines = lines_of(analyse({"--engine", fake(), "--json"}));
  ASSERT_EQ(lines.size(), 2u);  // the iteration, and the result
  for (const Json& line : lines) EXPECT_EQ(keys_of(line), keys_of(own.back()));
  EXPECT_EQ(lines.back()["depth"], 7);
  EXPECT_EQ(lines.back()["nodes"], 500);
  EXPECT_EQ(lines.back()["pv"], Json::array({"e2e4"}));
  EXPECT_TRUE(lines.back()["win"].is_null());
  EXPECT_EQ(lines.back()["view"], "side to move");
  EXPECT_THAT(analyse({"--engine", fake()}).out, MatchesRegex("(depth 7 .* 500 nodes .* e4\n){2}"));
}

TEST(EngineOption, AnalyseShowsSeveralLines) {
  for (const char* words : {"multipv nodes=500", "nodes=500"}) {
    const Json result = lines_of(analyse({"--engine", fake(words), "--lines", "2", "--json"})).back();
    ASSERT_EQ(result["others"].size(), 1u) << words;
    EXPECT_NE(result["others"][0]["pv"][0], result["pv"][0]);
  }
  EXPECT_EQ(analyse({"--engine", fake("ignores-searchmoves nodes=500"), "--lines", "2"}).exit_code, 2);
  EXPECT_THAT(analyse({"--engine", fake("ignores-searchmoves nodes=500"), "--lines", "2"}).err,
              StartsWith("tabiya: engine Fake 1.0 ignores searchmoves"));
}

TEST(EngineOption, AnalyseRefusesWhatCannotBe) {
  EXPECT_THAT(analyse({"--engine", fake(), "--net", "linear"}).err, HasSubstr("--net"));
  EXPECT_THAT(analyse({"--engine", "/no/such/engine"}).err, HasSubstr("cannot run the engine"));
  EXPECT_THAT(analyse({"--engine", fake("crash nodes=5")}).err, HasSubstr("(the last of 3 tries)"));
  EXPECT_THAT(analyse({"--engine", fake("option.Hahs=1")}).err, HasSubstr("has no option 'Hahs'"));
  EXPECT_THAT(analyse({"--engine", fake("no-chess960 nodes=5")},
                      "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1")
                  .err,
              HasSubstr("engine Fake 1.0 has no option UCI_Chess960"));
}

// The program itself is an engine of all its games.
TEST(EngineOption, AnalyseAsksForOtherGamesByTheirVariant) {
  const ProgramRun run = run_tabiya({"analyse", "startpos", "--moves", "AWAAAAAADFFDDDAN addadffdnaaaaawa",
                                     "--engine", "tabiya uci option.Hash=1 depth=3", "--json"});
  const Json result = lines_of(run).back();
  EXPECT_EQ(result["depth"], 3);
  EXPECT_FALSE(result["pv"].empty());
  EXPECT_THAT(
      refused({"analyse", "startpos", "--moves", "AWAAAAAADFFDDDAN addadffdnaaaaawa", "--engine", fake()})
          .err,
      HasSubstr("does not play zero_point_one: it has no option UCI_Variant"));
}

// It reads the position after the setups, without hands, and castles as it does from the usual start.
TEST(EngineOption, AnalyseTakesEnginesOfChessForSetupsFromAFile) {
  const auto search = [](const std::string& rules, const char* setups) {
    return run_tabiya(
        {"analyse", "startpos", "--moves", setups, "--game", rules, "--engine", fake(), "--json"});
  };
  const Json result =
      lines_of(search(test::source_path("data/variants/placement.ini"), "RNBQKBNR nrbqkbnr")).back();
  EXPECT_EQ(result["pv"], Json::array({"e2e4"}));
  EXPECT_EQ(result["nodes"], 500);
  EXPECT_THAT(search(test::source_path("data/variants/chess960.ini"), "RNBQKBNR rnbqkbnr").err,
              HasSubstr("does not play chess960: it has no option UCI_Variant"));
}

class EngineJob : public ::testing::Test {
 protected:
  void SetUp() override { write(""); }

  void write(const std::string& oracle) {
    write_file(
        job_,
        "game = \"chess\"\nevaluation = \"linear\"\n[filter]\npool = 30\nkeep = 12\nrounds = 2\n"
        "[[stage]]\nkeep = 8\ndepth = 3\nreplies = 6\n[[stage]]\nkeep = 4\ndepth = 6\nreplies = 8\nsieve = 300\n" +
            oracle);
  }
  ProgramRun build(const std::string& out, std::vector<std::string> more = {}) {
    return run_tabiya(joined({"build", job_, "--out", folder_.path(out)}, more));
  }
  std::string book(const std::string& out) { return folder_.path(out + "/job.tbk"); }

  TemporaryFolder folder_;
  std::string job_ = folder_.path("job.toml");
};

TEST_F(EngineJob, MakesTheSameBookWithAnyThreadsAndWhereEnginesFail) {
  require(build("a", {"--engine", fake(), "--threads", "1"}));
  const std::string expected = read_file(book("a"));
  require(build("b", {"--engine", fake(), "--threads", "3"}));
  EXPECT_EQ(read_file(book("b")), expected);
  require(build("c", {"--engine", fake("frail nodes=500"), "--threads", "2"}));
  EXPECT_EQ(read_file(book("c")), expected);
  write(fmt::format("[oracle]\nengine = \"{}\"\n", fake()));
  require(build("d"));
  EXPECT_EQ(read_file(book("d")), expected);
  require(run_tabiya({"verify", book("a")}));
}

TEST_F(EngineJob, TellsInTheBookWhoSearched) {
  require(build("a", {"--engine", fake("option.Hash=2 nodes=500")}));
  const Json info = parsed(run_tabiya({"book", "info", book("a"), "--json"}).out);
  EXPECT_THAT(
      info["maker"].get<std::string>(),
      MatchesRegex("tabiya .* with Fake 1.0, Threads = 1, UCI_Chess960 = true, UCI_ShowWDL = true, Hash = 2 "
                   "\\(offers [0-9a-f]{16}\\), go nodes 500"));
  const Json entry = parsed(run_tabiya({"book", "list", book("a"), "--first", "1", "--json"}).out);
  EXPECT_EQ(entry["depth"], 6);
  EXPECT_EQ(entry["line"], Json("e2e4"));
}

TEST_F(EngineJob, ContinuesWithTheSameEngineOnly) {
  require(build("a", {"--engine", fake()}));
  require(build("a", {"--engine", fake(), "--resume"}));
  EXPECT_THAT(build("a", {"--engine", fake("nodes=501"), "--resume"}).err,
              AllOf(HasSubstr("the file belongs to another search: it was started with Fake 1.0, "),
                    HasSubstr("go nodes 500, not with Fake 1.0, ")));
  EXPECT_THAT(build("a", {"--resume"}).err, HasSubstr(", not with our own search; "));
}

TEST_F(EngineJob, RefusesTwoEnginesAndLimitsOfDepth) {
  EXPECT_THAT(build("a", {"--engine", fake("depth=3")}).err, HasSubstr("leave out 'depth='"));
  EXPECT_THAT(build("a", {"--engine", fake("no-chess960 nodes=5")}).err,
              HasSubstr("has no option UCI_Chess960, which is needed for"));
  write(fmt::format("[oracle]\nengine = \"{}\"\n", fake()));
  EXPECT_THAT(build("b", {"--engine", fake()}).err, HasSubstr("in [oracle]; leave out --engine"));
}

TEST_F(EngineJob, IsAuditedAndSearchedByEngines) {
  require(build("a", {"--engine", fake()}));
  const std::vector<std::string> audit{"audit",       book("a"), "--sample", "4",
                                       "--discarded", "4",       "--random", "5",
                                       "--replies",   "5",       "--engine", fake("nodes=2000")};
  const auto audited = [&](const char* threads) {
    std::vector<std::string> all = audit;
    all.insert(all.end(), {"--threads", threads});
    return run_tabiya(all);
  };
  const ProgramRun one = audited("1");
  EXPECT_LE(one.exit_code, 1) << one.err;
  EXPECT_THAT(one.out, HasSubstr("the book was made with another search\n"));
  EXPECT_EQ(audited("3").out, one.out);

  const std::string replies = folder_.path("replies");
  write_file(replies, "RNBQKBNR\nBBQNNRKR\nNRBKQBRN\n");
  const auto search = [&](const std::string& engine) {
    return run_tabiya({"search", "RNBQKBNR", "BQNBNRKR", "--game", "chess", "--replies", replies, "--depth",
                       "5", "--net", "linear", "--engine", engine, "--json"});
  };
  const std::vector<Json> lines = lines_of(search(fake()));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["depth"], 5);
  EXPECT_GT(lines[0]["nodes"], 0);
  EXPECT_THAT(search(fake("illegal-move nodes=5")).err, HasSubstr("plays 'e1e8', which is not legal"));
}

// A book of 0.1 by the program as its own UCI engine.
TEST_F(EngineJob, MayBeOfAnotherGame) {
  write_file(job_,
             "game = \"zero_point_one\"\nevaluation = \"linear\"\n[filter]\npool = 20\nkeep = 6\nrounds = 1\n"
             "[[stage]]\nkeep = 2\ndepth = 2\nreplies = 3\n");
  require(build("a", {"--engine", "tabiya uci option.Hash=1 option.EvalFile=linear"}));
  require(run_tabiya({"verify", book("a")}));
}

}  // namespace tabiya::tools::engine_option_test
