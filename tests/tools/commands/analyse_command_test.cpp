#include "core/games/games.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::analyse_command_test {

constexpr const char* kMiddlegame = "NW1DA1FA/DDDFAAA1/8/8/1aA1AdN1/2a2a1A/2Fa1afd/1D2d1w1 b AAa 63";
constexpr const char* kSetups = "AWAAAAAADFFDDDAN addadffdnaaaaawa";

Json last_line(const std::string& text) {
  const std::string body = text.substr(0, text.size() - 1);
  return parsed(body.substr(body.rfind('\n') + 1));
}

TEST(Analyse, EndsWithALineOfTheResult) {
  const std::string run =
      clean_output_of(run_tabiya({"analyse", kMiddlegame, "--net", "linear", "--depth", "4", "--json"}));
  const auto line = last_line(run);
  EXPECT_EQ(line["depth"], 4);
  EXPECT_TRUE(line["score"].is_number_integer());
  EXPECT_TRUE(line["win"].is_null());
  EXPECT_EQ(line["view"], "side to move");
  EXPECT_FALSE(line["pv"].empty());
  EXPECT_GT(line["nodes"], 0);
  EXPECT_GT(line["nps"], 0);
}

TEST(Analyse, SaysWhatTheBookKnowsOfThePosition) {
  const Json entry = parsed(run_tabiya({"book", "list", "shipped", "--first", "1", "--json"}).out);
  const SetupPhase& setups = *find_game("zero_point_one")->setup_phase();
  const SetupId red = *setups.reds().parse(entry["red"].get<std::string>());
  const SetupId reply = *setups.blues().parse(entry["reply"].get<std::string>());
  const std::string depth = std::to_string(entry["depth"].get<int>());
  for (const bool mirrored : {false, true}) {
    const std::string moves = setups.wire(0, mirrored ? setups.reds().mirror(red) : red) + " " +
                              setups.wire(1, mirrored ? setups.blues().mirror(reply) : reply);
    std::vector<std::string> analyse{"analyse", "startpos", "--moves", moves,
                                     "--depth", "1",        "--net",   "linear"};
    EXPECT_THAT(run_tabiya(analyse).out, StartsWith("in the book: rank 1, "));
    EXPECT_THAT(run_tabiya(analyse).out, HasSubstr(" at depth " + depth + ", standard error "));
    analyse.push_back("--json");
    const Json known = last_line(run_tabiya(analyse).out)["book"];
    for (const char* name : {"rank", "value", "depth", "standard_error"})
      EXPECT_EQ(known[name], entry[name]) << name;
    analyse.insert(analyse.end(), {"--book", "none"});
    EXPECT_TRUE(last_line(run_tabiya(analyse).out)["book"].is_null());
  }
  EXPECT_TRUE(
      last_line(run_tabiya({"analyse", kMiddlegame, "--depth", "1", "--json"}).out)["book"].is_null());
}

TEST(Analyse, SaysInHowManyPliesItWinsOrLoses) {
  const auto win =
      last_line(run_tabiya({"analyse", "Ww6/8/8/8/8/8/8/8 r - 60", "--depth", "3", "--json"}).out);
  EXPECT_EQ(win["win"], 1);
  EXPECT_EQ(win["pv"], Json({"a1a2"}));
  const auto loss =
      last_line(run_tabiya({"analyse", "W7/1w6/8/8/8/8/8/8 r - 60", "--depth", "3", "--json"}).out);
  EXPECT_EQ(loss["win"], -2);
  EXPECT_EQ(loss["pv"].size(), 2u);
}

TEST(Analyse, KeepsToNodesAndTime) {
  const auto by_nodes =
      last_line(run_tabiya({"analyse", "startpos", "--moves", kSetups, "--nodes", "5000", "--json"}).out);
  EXPECT_LE(by_nodes["nodes"], 5001);
  const auto by_time =
      last_line(run_tabiya({"analyse", "startpos", "--moves", kSetups, "--time", "30", "--json"}).out);
  EXPECT_GT(by_time["nodes"], 0);
}

TEST(Analyse, SearchesWithSeveralThreads) {
  const auto result = last_line(
      run_tabiya({"analyse", "startpos", "--moves", kSetups, "--depth", "5", "--threads", "3", "--json"})
          .out);
  EXPECT_EQ(result["depth"], 5);
  EXPECT_FALSE(result["pv"].empty());
}

TEST(Analyse, JudgesTheMovesOfARecordedGame) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.jsonl");
  const std::string engine = "play --net linear --book none --nodes 100";
  run_tabiya({"match", engine, engine, "--games", "2", "--out", path});
  const std::string run =
      output_of(run_tabiya({"analyse", "--games", path, "--number", "1", "--nodes", "500", "--json"}));
  std::istringstream lines(read_file(path));
  std::string line;
  for (int i = 0; i < 3; ++i) std::getline(lines, line);
  const auto moves = parsed(line)["plies"].get<std::ptrdiff_t>();
  EXPECT_EQ(std::ranges::count(run, '\n'), moves);  // two setups are not judged, two sides are summed up
  EXPECT_THAT(run, HasSubstr("{\"ply\":" + std::to_string(moves - 1) + ","));
  const auto last = last_line(run);
  EXPECT_EQ(last["side"], "Blue");
  EXPECT_EQ(last["moves"], (moves - 2) / 2);
  EXPECT_THAT(refusal_of(refused({"analyse", "--games", path, "--number", "2"})), HasSubstr("has 2 games"));
  write_file(path, std::string(kSetups) + " a1a1\n");
  EXPECT_THAT(refusal_of(refused({"analyse", "--games", path})), HasSubstr("line 1, move 3 'a1a1'"));
}

// At its 26th ply Blue overlooks that Red can win by force.
TEST(Analyse, SaysWhoWinsAfterAMistakeInsteadOfItsLoss) {
  const TemporaryFolder folder;
  const std::string path = folder.path("game");
  write_file(
      path,
      "AAAADADWDANDAFFA dffdaaanaaadaadw b2d4 g7e5 a1c3 e5c3 a2c4 c3a5 a7a5 ac6 a4c6 h1f3 Af6 g8f6 d4f6 "
      "h8g8 Ae6 g8g7 e6g4 dc8 a6c8 h2f4 Ne6 g7g8 e6g5 ae4 c8e6 g8f8 Dd8 e4c2 d8f8\n");
  const std::vector<std::string> analyse{"analyse", "--games", path, "--net", "linear", "--depth", "2"};
  const std::string run = output_of(run_tabiya(analyse));
  EXPECT_THAT(run, HasSubstr(" 25 Blue a@e4    best a@e4    -2.134 (10.6 %)        then Red wins in 6 "
                             "plies    loss -                depth 2\n"
                             " 26 Red  Ac8-e6  best Ac8-e6  Red wins in 5 plies    then Red wins in 5 "
                             "plies    loss 0.0000 ± 0.0000  depth 2\n"));
  EXPECT_THAT(
      run, ContainsRegex("\nRed: 15 moves, [0-9]+ of them the best; lost [0-9.]+ ± [0-9.]+ in all, "
                         "[0-9.]+ a move\nRed: [0-9]+ doubtful, [0-9]+ mistakes?, 0 missed wins, 0 blunders\n"
                         "Blue: 14 moves, .*; 1 move changed a proved result\nBlue: .*\n$"));
  std::vector<std::string> as_json = analyse;
  as_json.push_back("--json");
  const std::string json = run_tabiya(as_json).out;
  EXPECT_THAT(json, HasSubstr(R"({"ply":25,"move":"ae4","best":"ae4","score":-21344,"win":null,)"
                              R"("view":"side to move","score_after":-7999994,"win_after":-6,"loss":null,)"));
  EXPECT_THAT(json, HasSubstr(R"({"ply":30,"move":"d8f8","best":"d8f8","score":7999999,"win":1,)"
                              R"("view":"side to move","score_after":7999999,"win_after":1,"loss":0,)"));
}

TEST(Analyse, ExplainsAPosition) {
  const std::string text = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
  std::vector<std::string> analyse{"analyse", text,   "--game", "chess", "--explain",
                                   "--nodes", "2000", "--move", "Bb5+"};
  const std::string run = output_of(run_tabiya(analyse));
  EXPECT_THAT(run, HasSubstr("\nasked: Bb5+ loses less than 10 % of the chances, "));
  EXPECT_THAT(run, HasSubstr("\ntempting: Nxe5 (captures) loses "));
  EXPECT_THAT(run, HasSubstr("from depth 2 on it is seen: dxe5"));
  EXPECT_THAT(run, HasSubstr("\nbest pieces, White: queen d1 +"));
  analyse.push_back("--json");
  const Json explanation = last_line(run_tabiya(analyse).out)["explanation"];
  EXPECT_TRUE(explanation["threat"].is_null());
  EXPECT_EQ(explanation["pieces"].size(), 30u);
  const auto& tempting = explanation["tempting"];
  const auto capture =
      std::ranges::find_if(tempting, [](const Json& move) { return move["move"] == "f3e5"; });
  ASSERT_NE(capture, tempting.end());
  EXPECT_EQ((*capture)["refuted_at"], 2);
  EXPECT_EQ((*capture)["refutation"][0], "d6e5");
}

TEST(Analyse, ExplainsAForcedWinFirst) {
  const std::vector<std::string> analyse{
      "analyse", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "--game", "chess", "--explain", "--nodes", "2000"};
  const std::string out = run_tabiya(analyse).out;
  EXPECT_THAT(out, HasSubstr("\nforced: White wins in 1 ply, Ra8#\n"));
  EXPECT_THAT(out, HasSubstr("king g8 is in danger: "));
  EXPECT_THAT(out, Not(HasSubstr("as in")));
  EXPECT_LT(out.find("forced: "), out.find("safety, "));
}

TEST(Analyse, ShowsPeopleTheLineInLongNotation) {
  const ProgramRun run = run_tabiya({"analyse", "Ww6/8/8/8/8/8/8/8 r - 60", "--depth", "1"});
  EXPECT_THAT(run.out, StartsWith("depth 1   Red wins in 1 ply        "));
  EXPECT_THAT(run.out, HasSubstr("Wa1xwa2"));
}

// With nothing to search, there is one line, and no limit is needed.
TEST(Analyse, SaysHowAFinishedGameHasEnded) {
  const std::string mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1";
  EXPECT_EQ(run_tabiya({"analyse", mate, "--game", "chess"}).out, "White has won: Black is mated\n");
  const std::string stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
  EXPECT_EQ(output_of(run_tabiya({"analyse", stalemate, "--game", "chess"})),
            "The game is drawn: Black has no legal move\n");
  const ProgramRun as_json = run_tabiya({"analyse", stalemate, "--game", "chess", "--json"});
  EXPECT_EQ(std::ranges::count(as_json.out, '\n'), 1) << as_json.out;
}

TEST(Analyse, RefusesBadPositionsMovesAndLimits) {
  const auto expect_refused = [](std::vector<std::string> arguments, const std::string& start) {
    arguments.insert(arguments.begin(), "analyse");
    EXPECT_THAT(refusal_of(refused(arguments)), StartsWith("tabiya: " + start));
  };
  expect_refused({kMiddlegame, "--games", "games.jsonl"}, "analyse: ");
  expect_refused({"--moves", "a1a1", "--games", "games.jsonl"}, "analyse: ");
  expect_refused({"--lines", "3", "--games", "games.jsonl"}, "analyse: ");
  expect_refused({"--explain", "--games", "games.jsonl"}, "analyse: ");
  expect_refused({kMiddlegame, "--explain", "--depth", "3"}, "--explain makes many searches");
  expect_refused({kMiddlegame, "--explain", "--move", "a1a1"}, "--move a1a1: ");
  expect_refused({kMiddlegame, "--move", "a1a1"}, "analyse: --move requires --explain");
  expect_refused({kMiddlegame, "--set", "futility_margin=1000001"},
                 "--set futility_margin=1000001: the value must be");
  for (const char* bad : {"0", "-1", "x", "1.5", "99999999999999999999"}) {
    expect_refused({kMiddlegame, "--depth", bad}, "analyse: ");
    expect_refused({kMiddlegame, "--nodes", bad}, "analyse: ");
    expect_refused({kMiddlegame, "--time", bad}, "analyse: ");
  }
}

TEST(Analyse, SaysByItsExitCodeThatItWasStopped) {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  const std::string position = "startpos --moves 'AWAAAAAADFFDDDAN addadffdnaaaaawa' --net linear";
  const ProgramRun run = run_in_shell("\"$TABIYA\" analyse " + position + " --time 600000 --json > " + out +
                                      " & while ! [ -s " + out +
                                      " ]; do sleep 0.05; done;"
                                      " kill -INT $!; wait $!");
  EXPECT_EQ(run, (ProgramRun{130, "", "tabiya: stopped\n"}));
  EXPECT_TRUE(last_line(read_file(out)).contains("pv"));  // what it has found until then
}

}  // namespace tabiya::tools::analyse_command_test
