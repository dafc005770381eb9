// Matches of UCI engines.
#include <fmt/format.h>

#include "core/games/games.h"
#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::match_uci_test {

const std::string kOurs = "uci:tabiya uci option.Hash=1 depth=1";
const std::string kFake = std::string("uci:") + test::fake_engine() + " ";

class UciMatchTest : public ::testing::Test {
 protected:
  ProgramRun run(const std::string& first, const std::string& second, std::vector<std::string> more = {}) {
    return run_tabiya(joined({"match", first, second, "--out", out_, "--force", "--json"}, more));
  }
  // After the header.
  std::vector<Json> records() const {
    std::vector<Json> lines = parsed_lines(read_file(out_));
    if (!lines.empty()) lines.erase(lines.begin());
    return lines;
  }
  std::map<int, std::string> moves() const {
    std::map<int, std::string> games;
    for (const Json& record : records())
      games[record["game"].get<int>()] = record["moves"].get<std::string>();
    return games;
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("games.jsonl");
};

// Our own engine plays every game, each move by the rules of a replay.
TEST_F(UciMatchTest, PlaysAllGames) {
  for (const GameModule* game : games()) {
    const std::string name(game->name());
    const Json summary =
        parsed(output_of(run(kOurs, "play --nodes 20 --table 1", {"--game", name, "--games", "2"})));
    EXPECT_TRUE(summary["forfeits"]["first"].empty());
    EXPECT_TRUE(summary["forfeits"]["second"].empty());
    ASSERT_EQ(records().size(), 2u);
    for (const auto& [number, line] : moves()) {
      PositionHandle position = game->start();
      std::istringstream words(line);
      for (std::string move; words >> move;) position = position->after(move).value();
      EXPECT_NE(position->outcome(), Outcome::kOpen) << name;
    }
  }
}

TEST_F(UciMatchTest, PlaysFromABookAsLongAsItKnowsTheMoves) {
  const std::string book = folder_.path("a.pgn"), file = folder_.path("a.bin"),
                    white = kOurs + " book=" + file;
  write_file(book, "1. h4 h5 2. a4 a5 3. Rh3 *\n");
  require(run_tabiya({"book", "from-games", book, "--out", file, "--min-games", "1", "--min-wins", "0",
                      "--weight", "games"}));
  write_file(folder_.path("o.epd"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  const std::vector<std::string> options{"--game", "chess",      "--games",
                                         "2",      "--openings", folder_.path("o.epd")};
  require(run(white, kOurs, options));
  EXPECT_THAT(moves()[0], StartsWith("h2h4 "));
  EXPECT_THAT(run(white, kOurs, {"--game", "ard_ri", "--games", "2"}).err,
              HasSubstr("a.bin: a book of moves of chess, not of ard_ri"));
  EXPECT_THAT(run(kOurs + " book=" + folder_.path("none.bin"), kOurs, options).err, HasSubstr("none.bin"));
}

TEST_F(UciMatchTest, EndsByTheSequentialTestWithTheSameGame) {
  const std::string strong = "uci:tabiya uci option.Hash=1 depth=4";
  std::vector<std::string> options{"--game", "ard_ri", "--games",       "200", "--sprt",
                                   "0",      "150",    "--concurrency", "1"};
  const Json summary = parsed(output_of(run(strong, kOurs, options)));
  EXPECT_EQ(summary["sprt"], "accepted");
  EXPECT_GE(summary["llr"], summary["llr_high"]);
  EXPECT_LT(summary["games"], 100);
  const auto one_by_one = moves();
  options.back() = "3";
  run(strong, kOurs, options);
  EXPECT_EQ(moves(), one_by_one);

  options.insert(options.end(), {"--sprt-errors", "0.4", "0.4", "--sprt-model", "logistic"});
  EXPECT_LT(parsed(run(strong, kOurs, options).out)["games"], summary["games"]);
  EXPECT_EQ(run(strong, kOurs, {"--sprt", "0", "5", "--sprt-model", "other"}).exit_code, 2);
  EXPECT_EQ(run(strong, kOurs, {"--sprt", "0", "300"}).exit_code, 2);
}

// Openings in a random order, each from both sides, and games that other commands read; the same bytes again.
TEST_F(UciMatchTest, PlaysOpeningsOfAFileAndWritesPgn) {
  const std::string openings = folder_.path("openings.epd"), pgn = folder_.path("games.pgn");
  write_file(openings,
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"
             "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n"
             "startpos e4 c5\n");
  std::vector<std::string> options{"--game",          "chess",  "--games", "6", "--openings",    openings,
                                   "--opening-order", "random", "--pgn",   pgn, "--concurrency", "1"};
  require(run(kOurs, kOurs + " name=Second", options));
  const std::string games = read_file(pgn);
  std::map<std::string, int> begins;
  for (const Json& record : records()) ++begins[record["from"].get<std::string>()];
  EXPECT_EQ(begins.size(), 2u);  // the third one begins where the first one does
  EXPECT_THAT(games, HasSubstr("[White \"Second\"]"));
  EXPECT_THAT(games, HasSubstr("[Termination \"normal\"]\n[TimeControl \"-\"]"));
  options.back() = "3";
  run(kOurs, kOurs + " name=Second", options);
  EXPECT_EQ(read_file(pgn), games);

  const ProgramRun book = run_tabiya({"book", "from-games", pgn, "--out", folder_.path("b.bin"), "--weight",
                                      "games", "--min-games", "1", "--min-wins", "0"});
  EXPECT_EQ(book.exit_code, 0) << book.err;
  EXPECT_THAT(book.out + book.err, HasSubstr("of 6 games (0 left out, 0 skipped)"));
  require(run(kOurs, kOurs, {"--game", "chess", "--games", "2", "--openings", pgn, "--opening-plies", "4"}));
  EXPECT_THAT(run(kOurs, "play", {"--game", "chess", "--openings", openings}).err,
              HasSubstr("its protocol knows openings as moves from the start"));
}

// A file of PGN holds the whole match after an interruption, too.
TEST_F(UciMatchTest, ResumesWithPgn) {
  const std::string pgn = folder_.path("games.pgn");
  require(run(kOurs, kOurs, {"--game", "chess", "--games", "4", "--pgn", pgn}));
  const std::string whole = read_file(pgn), log = read_file(out_);
  write_file(out_, log.substr(0, log.find("{\"game\":2")));
  write_file(pgn, "");
  require(run_tabiya(
      {"match", kOurs, kOurs, "--game", "chess", "--games", "4", "--out", out_, "--pgn", pgn, "--resume"}));
  EXPECT_EQ(read_file(pgn), whole);
}

// A message quotes a line that is wrong; of a long one, its ends.
TEST_F(UciMatchTest, QuotesALongLineInPart) {
  const std::string openings = folder_.path("openings");
  write_file(openings, "startpos " + std::string(300'000, '(') + "\n");
  const std::string match = refusal_of(run(kOurs, kOurs, {"--game", "chess", "--openings", openings}));
  EXPECT_THAT(match, HasSubstr(" bytes ...] (((("));
  EXPECT_LT(match.size(), 5'000u);
}

// Of two matches that begin at once, one writes the file; the other one is refused, and the games are whole.
TEST_F(UciMatchTest, WritesAFileOfPgnAlone) {
  const std::string pgn = folder_.path("games.pgn");
  const auto match = [&](const std::string& seed) {
    return fmt::format("\"$TABIYA\" match '{0}' '{0}' --game chess --games 6 --seed {1} --pgn {2}", kOurs,
                       seed, pgn);
  };
  const ProgramRun both = run_in_shell(match("1") + " & " + match("2") +
                                       "; first=$?; wait $!; second=$?; echo $first; echo $second");
  EXPECT_THAT(both.out, AnyOf(EndsWith("0\n2\n"), EndsWith("2\n0\n")));
  EXPECT_THAT(both.err, AnyOf(HasSubstr("being written by"), HasSubstr("already exists")));
  require(run(kOurs, kOurs, {"--game", "chess", "--games", "2", "--openings", pgn, "--opening-plies", "4"}));
}

TEST_F(UciMatchTest, KeepsClocks) {
  const std::string engine = "uci:tabiya uci option.Hash=1";
  require(run(engine, engine + " depth=1 tc=100", {"--game", "chess", "--games", "2", "--tc", "0.2+0.005"}));
  EXPECT_EQ(run(engine, "play", {"--game", "chess", "--tc", "1"}).exit_code, 2);
  EXPECT_EQ(run(engine, engine, {"--tc", "soon"}),
            unusable("--tc: 'soon' is not a time control; write 60+0.6, in seconds"));
}

TEST_F(UciMatchTest, AnEngineThatFailsLosesAndIsStartedAnew) {
  const std::pair<const char*, const char*> cases[] = {
      {"crash", "crash"}, {"hang", "time"}, {"flood", "illegal move"}};
  for (const auto& [fault, ending] : cases) {
    const std::string once = folder_.path(fault);
    const std::string match =
        output_of(run(kFake + fault + " " + once + " tc=0.3", kOurs, {"--game", "chess", "--games", "2"}));
    ASSERT_EQ(records().size(), 2u);
    EXPECT_EQ(records()[0]["ending"], ending);
    EXPECT_EQ(records()[0]["winner"], "black");
    // Its next process plays the same move again and again.
    EXPECT_EQ(records()[1]["ending"], "illegal move");
    EXPECT_EQ(parsed(match)["losses"], 2);
  }
}

TEST_F(UciMatchTest, SaysWhatAnEngineCannotDo) {
  const auto error = [&](const std::string& engine, std::vector<std::string> more) {
    return refusal_of(run(engine, kOurs, std::move(more)));
  };
  EXPECT_THAT(error(kFake, {"--game", "ard_ri"}),
              HasSubstr("(Fake 1.0) does not play ard_ri: it has no option UCI_Variant"));
  EXPECT_THAT(error(kFake + "option.Hsah=1", {"--game", "chess"}),
              HasSubstr("has no option 'Hsah'; it has Hash"));
  EXPECT_THAT(error("uci:sh -c 'exit 1'", {"--game", "chess"}),
              HasSubstr("ended before it had answered any line"));
  EXPECT_THAT(error("uci:/no/such/engine", {"--game", "chess"}), HasSubstr("cannot run the engine"));
  EXPECT_THAT(error(kFake, {"--game", "pawn_race", "--round"}),
              HasSubstr("UCI engines do not choose setups"));
  write_file(folder_.path("start"), "startpos\n");
  EXPECT_THAT(error(kFake, {"--game", "chess", "--openings", folder_.path("start")}),
              HasSubstr("UCI engines do not place setups"));
}

// Each with each other, and the first one with the others: a table of all.
TEST_F(UciMatchTest, PlaysTournaments) {
  const std::string third = "uci:tabiya uci option.Hash=1 nodes=200 name=third";
  std::vector<std::string> options{third, "--game", "ard_ri", "--games", "4", "--concurrency", "1"};
  const auto table = [&](const ProgramRun& run) {
    std::map<std::string, Json> lines;
    for (const Json& line : parsed_lines(run.out)) lines[line["engine"].get<std::string>()] = line;
    return lines;
  };
  const ProgramRun match = run(kOurs, kOurs + " name=other", options);
  ASSERT_EQ(match.exit_code, 0) << match.err;
  EXPECT_EQ(records().size(), 12u);
  const auto all = moves();
  auto lines = table(match);
  ASSERT_EQ(lines.size(), 3u);
  for (const auto& [engine, line] : lines) EXPECT_EQ(line["games"], 8) << engine;
  EXPECT_EQ(lines["third"]["name"], "third");
  EXPECT_EQ(lines["third"]["against"]["first"]["wins"], lines["first"]["against"]["third"]["losses"]);
  options.back() = "3";
  require(run(kOurs, kOurs + " name=other", options));
  EXPECT_EQ(moves(), all);

  options.push_back("--gauntlet");
  const ProgramRun gauntlet = run(kOurs, kOurs + " name=other", options);
  lines = table(gauntlet);
  EXPECT_EQ(lines["first"]["games"], 8);
  EXPECT_EQ(lines["third"]["games"], 4);
  EXPECT_FALSE(lines["third"]["against"].contains("second"));
  const ProgramRun text =
      run_tabiya({"match", kOurs, kOurs, third, "--game", "ard_ri", "--games", "2", "--progress", "none"});
  EXPECT_THAT(text.out, HasSubstr("rank engine"));
  EXPECT_THAT(text.out, HasSubstr(" third "));

  EXPECT_EQ(run(kOurs, kOurs, {"--gauntlet"}).err, "tabiya: match: --gauntlet: name more than two engines\n");
  EXPECT_EQ(run(kOurs, kOurs, {third, "--games", "3"}).exit_code, 2);
  EXPECT_EQ(run(kOurs, kOurs, {third, "--sprt", "0", "5"}).exit_code, 2);
}

TEST_F(UciMatchTest, EndsGamesByWhatTheEnginesTell) {
  const std::string pgn = folder_.path("games.pgn");
  std::vector<std::string> options{"--game", "chess", "--games", "2", "--draw", "movecount=2 score=100000",
                                   "--pgn",  pgn};
  require(run(kOurs, kOurs, options));
  for (const Json& record : records()) {
    EXPECT_EQ(record["ending"], "agreed draw");
    EXPECT_GE(record["plies"], 2 + 4);  // more where captures or moves of pawns are among the first
    EXPECT_LT(record["plies"], 60);
    EXPECT_TRUE(record["winner"].is_null());
  }
  EXPECT_THAT(read_file(pgn), HasSubstr("[Termination \"adjudication\"]"));
  options[4] = "--resign";
  options[5] = "movecount=1 score=0";
  require(run(kOurs, kOurs, options));
  for (const Json& record : records()) EXPECT_EQ(record["ending"], "resignation");
  options[4] = "--max-moves";
  options[5] = "3";
  require(run(kOurs, kOurs, options));
  for (const Json& record : records()) EXPECT_EQ(record["plies"], 2 + 6);
  const std::string again = output_of(run_tabiya({"match", kOurs, kOurs, "--game", "chess", "--games", "2",
                                                  "--max-moves", "3", "--out", out_, "--resume", "--json"}));
  EXPECT_EQ(parsed(again)["draws"], 2);
  EXPECT_THAT(run(kOurs, "play", {"--game", "chess", "--draw", "score=1"}).err, HasSubstr("gives no values"));
  EXPECT_THAT(run(kOurs, kOurs, {"--game", "chess", "--draw", "soon"}).err,
              HasSubstr("--draw: 'soon' is not a field"));
}

}  // namespace tabiya::tools::match_uci_test
