#include <array>
#include <chrono>

#include "booksearch/match/referee.h"
#include "core/games/games.h"
#include "tests/core/games/zero_point_one/wire_line.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::match_command_test {

constexpr const char* kEngine = "play --net linear --book none --nodes 200 --table 1";

// An engine that answers twice at most, and then runs a command of the shell.
std::string broken_engine(const std::string& then) {
  return "sh -c 'for i in 1 2 3 4; do read -r line; echo \"$line\"; done | \"" + own_path() + "\" " +
         kEngine + " 2>&-; " + then + "'";
}

class MatchTest : public ::testing::Test {
 protected:
  ProgramRun run(const std::string& first, const std::string& second, std::vector<std::string> more = {}) {
    return run_tabiya(joined({"match", first, second, "--out", out_, "--json"}, more));
  }
  std::vector<Json> records() const { return parsed_lines(read_file(out_)); }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("games.jsonl");
};

TEST_F(MatchTest, PlaysEachOpeningFromBothSidesAndRecordsTheGames) {
  const std::string match = output_of(run(kEngine, "play --net linear --book none --nodes 100 --table 1",
                                          {"--games", "6", "--concurrency", "2", "--openings", "random"}));
  EXPECT_EQ(parsed(match)["games"], 6);
  const auto lines = records();
  ASSERT_EQ(lines.size(), 7u);
  std::map<int, std::string> setups;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto moves = lines[i]["moves"].get<std::string>();
    zero_point_one::Position position;
    EXPECT_TRUE(zero_point_one::play_wire_line(position, moves).ok());
    const int game = lines[i]["game"].get<int>();
    EXPECT_EQ(lines[i]["red"], game % 2 == 0 ? "first" : "second");
    const auto [other, is_new] = setups.emplace(game / 2, moves.substr(0, 33));
    EXPECT_TRUE(is_new || other->second == moves.substr(0, 33));
  }
}

// The setups that the games of the file begin with, in their order.
std::vector<std::string> setups_of(const std::vector<Json>& records) {
  std::vector<std::string> setups;
  for (std::size_t i = 1; i < records.size(); ++i)
    setups.push_back(records[i]["moves"].get<std::string>().substr(0, 33));
  return setups;
}

// A book of a single setup, which nothing else would choose.
TEST_F(MatchTest, LetsEnginesChooseTheirSetupsUnlessOpeningsAreGiven) {
  const auto is_of_book = AnyOf("AWAAAAAADFFDDDAN addadffdnaaaaawa",
                                "AAAAAAWANADDDFFD dffdaddaawaaaaan");  // its mirror image
  write_file(folder_.path("book.csv"), "red,reply\nAWAAAAAADFFDDDAN,AWAAAAANDFFDADDA\n");
  const std::string book = folder_.path("book.tbk");
  require(run_tabiya({"book", "import", folder_.path("book.csv"), "--out", book}));
  const std::string engine = "play --net linear --nodes 50 --table 1 --book " + book;
  const auto openings_of = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--games", "4", "--force"});
    const std::string match = output_of(run(engine, engine, more));
    return parsed(match)["openings"];
  };
  EXPECT_EQ(openings_of({}), "engines");
  EXPECT_THAT(setups_of(records()), Each(is_of_book));
  EXPECT_EQ(openings_of({"--openings", "random"}), "random");
  EXPECT_THAT(setups_of(records()), Each(Not(is_of_book)));
  const std::string list = folder_.path("list");
  write_file(list, "WAAAAAAADFFDDDAN addadffdnaaaaawa\n");
  EXPECT_EQ(openings_of({"--openings", list}), "given");
  EXPECT_EQ(setups_of(records()), std::vector<std::string>(4, "WAAAAAAADFFDDDAN addadffdnaaaaawa"));
  write_file(list, "startpos\n");
  EXPECT_EQ(openings_of({"--openings", list}), "engines") << "they have no setups";
  EXPECT_THAT(setups_of(records()), Each(is_of_book));
  EXPECT_EQ(openings_of({"--book", book}), "given");
}

TEST_F(MatchTest, SaysWhereItsOpeningsComeFrom) {
  const std::string engine = "play --nodes 20 --table 1";
  const auto text = [&](std::vector<std::string> more) {
    return run_tabiya(joined({"match", engine, engine, "--game", "pawn_race", "--games", "2"}, more)).out;
  };
  EXPECT_THAT(text({}), HasSubstr("\nopenings: the engines chose their setups\n"));
  EXPECT_THAT(text({"--openings", "random"}), HasSubstr("\nopenings: drawn at random\n"));
  const ProgramRun three =
      run_tabiya({"match", engine, engine, engine, "--game", "pawn_race", "--games", "2"});
  EXPECT_THAT(three.out, HasSubstr("\nopenings: the engines chose their setups\n"));
}

// The choices of `play` come from the seed of the match, and both games of a pair have the same.
TEST_F(MatchTest, RepeatsTheSetupsThatEnginesChoose) {
  const std::string engine = "play --net linear --nodes 20 --table 1 --variety 5000 --max-loss 20000";
  const auto chosen = [&](const std::string& seed, const std::string& concurrency) {
    require(run(engine, engine, {"--games", "8", "--seed", seed, "--concurrency", concurrency, "--force"}));
    return setups_of(records());
  };
  const std::vector<std::string> first = chosen("1", "1");
  for (std::size_t game = 0; game < first.size(); game += 2) EXPECT_EQ(first[game], first[game + 1]);
  EXPECT_GT(std::set<std::string>(first.begin(), first.end()).size(), 1u);
  EXPECT_EQ(chosen("1", "2"), first);
  EXPECT_NE(chosen("2", "1"), first);
}

TEST_F(MatchTest, CountsGamesWithoutAFile) {
  const std::string match = output_of(run_tabiya({"match", kEngine, kEngine, "--games", "2", "--json"}));
  EXPECT_EQ(parsed(match)["games"], 2);
  EXPECT_THAT(refusal_of(refused({"match", kEngine, kEngine, "--resume"})), HasSubstr("with --out"));
}

TEST_F(MatchTest, GoesOnWhereItWasKilled) {
  run(kEngine, kEngine, {"--games", "4"});
  const std::string whole = read_file(out_);
  const std::size_t second_game = whole.find("{\"game\":1");
  write_file(out_, whole.substr(0, second_game + 20));  // cut within a line
  EXPECT_THAT(refusal_of(run(kEngine, kEngine, {"--games", "4"})), HasSubstr("--resume"));
  const ProgramRun other =
      run("play --net linear --book none --nodes 1", kEngine, {"--games", "4", "--resume"});
  EXPECT_THAT(other.err, HasSubstr("is of another match"));
  require(run(kEngine, kEngine, {"--games", "4", "--resume"}));
  const auto lines = records();
  ASSERT_EQ(lines.size(), 5u);
  for (int game = 0; game < 4; ++game) EXPECT_EQ(lines[static_cast<std::size_t>(game) + 1]["game"], game);
}

TEST_F(MatchTest, GoesOnWithTheSameOpeningsOnly) {
  const std::string openings = folder_.path("openings");
  const auto play = [&](const char* games) {
    return run(kEngine, kEngine, {"--games", games, "--openings", openings, "--resume"});
  };
  write_file(openings, "AWAAAAAADFFDDDAN addadffdnaaaaawa\n");
  require(play("2"));
  write_file(openings, "# the same\nAWAAAAAADFFDDDAN  addadffdnaaaaawa\n");
  require(play("4"));
  write_file(openings, "WAAAAAAADFFDDDAN addadffdnaaaaawa\n");
  EXPECT_THAT(refusal_of(play("6")), HasSubstr("is of another match: openings_crc is "));
  EXPECT_EQ(records().size(), 5u);
}

// Each record is replayed by the rules of its game, which say how it ended.
TEST_F(MatchTest, RefereesEveryGameWithALineProtocol) {
  const std::string engine = "play --nodes 100 --table 1";
  write_file(folder_.path("start"), "startpos\n");
  for (const std::string name : {"pawn_race", "ard_ri"}) {
    const GameModule& game = *find_game(name);
    std::vector<std::string> options{"--game", name, "--games", "4", "--force"};
    if (name == "pawn_race") options.insert(options.end(), {"--openings", folder_.path("start")});
    const std::string match = output_of(run(engine, engine, options));
    const auto summary = parsed(match);
    EXPECT_EQ(summary["games"], 4);
    EXPECT_TRUE(summary["forfeits"]["first"].empty());
    EXPECT_TRUE(summary["forfeits"]["second"].empty());
    const auto lines = records();
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(lines[0]["game"], name);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      PositionHandle position = game.start();
      std::istringstream moves(lines[i]["moves"].get<std::string>());
      for (std::string move; moves >> move;) position = position->after(move).value();
      ASSERT_NE(position->outcome(), Outcome::kOpen);
      const bool is_drawn = position->outcome() == Outcome::kDraw;
      EXPECT_EQ(lines[i]["winner"].is_null(), is_drawn) << lines[i];
      EXPECT_EQ(lines[i]["ending"], booksearch::ending_name(position->ending(), *game.referee_protocol()));
    }
  }
  EXPECT_THAT(refusal_of(run(engine, engine, {"--game", "pawn_race", "--games", "4", "--resume"})),
              HasSubstr("is of another match: game is "));
}

TEST_F(MatchTest, AdjudicatesEnginesThatDoNotPlay) {
  const std::pair<std::string, const char*> cases[] = {
      {broken_engine("exit 1"), "crash"},
      {broken_engine("sleep 60"), "time"},
      {"sh -c 'while read line; do echo rubbish; done'", "illegal move"},
      {"yes", "illegal move"},
  };
  for (const auto& [engine, ending] : cases) {
    const Json summary = parsed(output_of(
        run(engine, kEngine, {"--games", "2", "--game-time", "400", "--openings", "random", "--force"})));
    EXPECT_EQ(summary["losses"], 2) << engine;
    EXPECT_EQ(summary["forfeits"]["first"][ending], 2) << engine;
    EXPECT_TRUE(summary["forfeits"]["second"].empty()) << engine;
    EXPECT_EQ(records().back()["ending"], ending) << engine;
  }
}

TEST_F(MatchTest, EndsAtOnceWhereAnEngineAnswersNothing) {
  const auto error_of = [&](const std::string& first, const std::string& second) {
    const ProgramRun match =
        run(first, second, {"--games", "50", "--game-time", "300", "--openings", "random", "--force"});
    EXPECT_EQ(match.exit_code, 2) << first << second;
    EXPECT_EQ(match.out, "") << first << second;
    return match.err;
  };
  const std::string typo = "play --nodez 10";
  const std::string expected =
      "tabiya: the engine `tabiya play --game zero_point_one --nodez 10` ended before it had answered any "
      "line, "
      "saying: tabiya: play: unknown option '--nodez' (the nearest is --nodes); see `tabiya play --help`\n";
  EXPECT_EQ(error_of(typo, kEngine), expected);
  EXPECT_EQ(error_of(kEngine, typo), expected);
  EXPECT_EQ(
      error_of("sh -c 'exit 1'", kEngine),
      "tabiya: the engine `sh -c exit 1` ended before it had answered any line; see that it plays by the "
      "game's line protocol\n");
  EXPECT_EQ(
      error_of(kEngine, "sleep 60"),
      "tabiya: the engine `sleep 60` used up its time before it had answered any line; see that it plays "
      "by the game's line protocol\n");
}

TEST_F(MatchTest, SaysWhyAnEngineForfeits) {
  const std::string broken = broken_engine("echo no more >&2");
  const std::string match = output_of(
      run_tabiya({"match", broken, kEngine, "--games", "2", "--openings", "random", "--out", out_}));
  EXPECT_THAT(match, HasSubstr("the first engine forfeited 2 games: 2 by crash (no more)"));
  EXPECT_THAT(match, HasSubstr("\nElo unknown: of 1 pair of games, an opening from both sides, no two differ "
                               "in their score\n"));
  EXPECT_THAT(match, Not(HasSubstr("the second engine")));
  EXPECT_THAT(
      match,
      HasSubstr("\npairs of games by the first engine's points: 1 of 0, 0 of 1/2, 0 of 1, 0 of 3/2, 0 of 2\n"
                "by sides: Red won 1, Blue won 1, 0 drawn\ntime used: "));
  const ProgramRun resumed = run_tabiya(
      {"match", broken, kEngine, "--games", "2", "--openings", "random", "--out", out_, "--resume"});
  EXPECT_EQ(resumed.out, match);
}

TEST_F(MatchTest, TakesItsGameFromTheFilesThatItIsGiven) {
  const std::string engine = "play --nodes 20 --table 1";
  require(run(engine, engine, {"--game", "ard_ri", "--games", "2"}));
  require(run(engine, engine, {"--games", "4", "--resume"}));
  EXPECT_EQ(records().size(), 5u);
  EXPECT_EQ(records()[0]["game"], "ard_ri");
}

TEST_F(MatchTest, SaysHowToGoOnWhenItIsInterrupted) {
  const ProgramRun stopped = run_in_shell("\"$TABIYA\" match '" + std::string(kEngine) + "' '" + kEngine +
                                          "' --games 100000 --out " + out_ + " & until [ -s " + out_ +
                                          " ]; do sleep 0.05; done; kill -INT $!; wait $!");
  EXPECT_EQ(stopped.exit_code, 130);
  EXPECT_THAT(stopped.err, MatchesRegex("tabiya: stopped after [0-9]+ of 100000 games; continue "
                                        "with --resume\n"));
}

TEST_F(MatchTest, DoesNotWaitForASilentEngineWhenItIsStopped) {
  const std::string sign = folder_.path("started"), silent = folder_.path("silent");
  write_file(silent, "#!/bin/sh\necho >" + sign + "\nexec sleep 600\n");
  const auto start = std::chrono::steady_clock::now();
  const ProgramRun stopped =
      run_in_shell("chmod +x " + silent + "; \"$TABIYA\" match " + silent + " " + silent +
                   " --games 4 --concurrency 2 --game-time 60000 & "
                   "until [ -s " +
                   sign + " ]; do sleep 0.05; done; kill -INT $!; wait $!");
  EXPECT_EQ(stopped.exit_code, 130) << stopped.err;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15));  // the engines had a minute
}

TEST_F(MatchTest, SaysNothingOfAScoreWithoutGames) {
  const auto stopped = [&](const std::string& more) {
    const std::string slow = "'play --net linear --book none --nodes 1000000'";
    return run_in_shell("\"$TABIYA\" match " + slow + " " + slow + " --games 2 " + more +
                        " & sleep 0.4; kill -INT $!; wait $!")
        .out;
  };
  EXPECT_EQ(stopped(""), "no game was played to its end\n");
  const auto summary = parsed(stopped("--json"));
  EXPECT_EQ(summary["games"], 0);
  EXPECT_TRUE(summary["score"].is_null());
  EXPECT_TRUE(summary["elo"].is_null());
}

// Five games, in which Black chooses both gaps.
TEST_F(MatchTest, RefereesARound) {
  const std::string engine = "play --nodes 50 --table 1";
  const std::string match = output_of(run(engine, engine, {"--game", "pawn_race", "--round", "--force"}));
  const auto lines = records();
  ASSERT_EQ(lines.size(), 6u);
  std::array<std::set<std::string>, 2> chosen;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_NE(lines[i]["ending"], "illegal move") << lines[i];
    const auto moves = lines[i]["moves"].get<std::string>();
    EXPECT_TRUE(chosen[i % 2].insert(moves.substr(0, moves.find(' ', 8))).second) << moves;
  }
  EXPECT_EQ(parsed(match)["forfeits"]["first"].size() + parsed(match)["forfeits"]["second"].size(), 0u);

  const std::string repeats = "play --nodes 50 --table 1 --seed 3";  // chooses the same gaps each time
  const std::string broken = output_of(
      run_tabiya({"match", engine, repeats, "--game", "pawn_race", "--round", "--out", out_, "--force"}));
  EXPECT_THAT(broken, HasSubstr("the second engine forfeited 2 games: 2 by illegal move (Gaps "));
  EXPECT_THAT(broken, HasSubstr("the same gaps were chosen earlier in the round)"));
  EXPECT_THAT(broken, ContainsRegex("round: [0-9]+ points for the first engine, [0-9]+ for the second"));
  EXPECT_EQ(refused({"match", engine, engine, "--game", "chess", "--round"}),
            unusable("--round: chess is not played in rounds"));
}

TEST_F(MatchTest, LeavesFilesAloneThatAreNotOfTheMatch) {
  for (const std::string content :
       {"precious data without a newline", "{\"match\":3", "a line\n", "{}\n", "{\"match\":1}\n"}) {
    write_file(out_, content);
    EXPECT_THAT(refusal_of(run(kEngine, kEngine, {"--games", "2", "--resume"})), HasSubstr(out_)) << content;
    EXPECT_EQ(read_file(out_), content);
  }
  write_file(out_, "{\"match\":2,\"fi");  // a header that was cut short
  require(run(kEngine, kEngine, {"--games", "2", "--resume"}));
  EXPECT_EQ(records().size(), 3u);
}

TEST_F(MatchTest, RefusesAnImpossibleOutputBeforeItPlays) {
  for (const std::string& out : {std::string("-"), folder_.path("none/games"), folder_.path("")}) {
    EXPECT_THAT(refusal_of(refused({"match", "sleep 60", kEngine, "--out", out, "--force"})),
                HasSubstr(out == "-" ? "standard output" : out));
  }
  EXPECT_EQ(run(kEngine, kEngine, {"--resume", "--force"}).exit_code, 2);
}

TEST_F(MatchTest, RefusesWhatItCannotPlay) {
  EXPECT_EQ(run("/no/such/engine", kEngine).exit_code, 2);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{});
  EXPECT_EQ(run("'", kEngine, {"--force"}).exit_code, 2);
  EXPECT_EQ(run(kEngine, kEngine, {"--games", "0"}).exit_code, 2);
  EXPECT_EQ(run(kEngine, kEngine, {"--sprt", "5", "0"}).exit_code, 2);
  write_file(folder_.path("openings"), "# one\n\nAWAAAAAADFFDDDAN addadffdnaaaaawa a1a1\n");
  EXPECT_THAT(refusal_of(run(kEngine, kEngine, {"--openings", folder_.path("openings"), "--force"})),
              HasSubstr("line 3"));
}

}  // namespace tabiya::tools::match_command_test
