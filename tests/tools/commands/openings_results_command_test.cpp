// `tabiya openings results` from the outside.
#include <fmt/format.h>

#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::openings_results_command_test {

constexpr const char* kEven = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
constexpr const char* kUneven = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

std::string game(const std::string& white, const std::string& black, const std::string& result,
                 const char* fen) {
  return fmt::format(
      "[White \"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n2. Nf3 {}\n\n", white,
      black, result, fen, result);
}

std::string pair(const std::string& first, const std::string& second, const char* fen) {
  return game("A", "B", first, fen) + game("B", "A", second, fen);
}

std::string last_line(const std::string& text) { return text.substr(text.rfind('\n', text.size() - 2) + 1); }

class OpeningsResultsTest : public ::testing::Test {
 protected:
  ProgramRun results(const std::string& games, std::vector<std::string> more = {}) {
    write_file(file_, games);
    return run_tabiya(joined({"openings", "results", file_, "--game", "chess"}, more));
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.path("games.pgn");
};

TEST_F(OpeningsResultsTest, PairsNoPlayersWhoAreNotTold) {
  const std::string nameless = game("?", "?", "1-0", kEven), equal = game("A", "A", "1-0", kEven);
  for (const std::string& games :
       {test::data_file("field/no-names.pgn"), nameless + nameless, equal + equal}) {
    const Json sum = parsed(last_line(results(games, {"--json"}).out));
    EXPECT_EQ(sum["unpaired"], 2);
    EXPECT_EQ(sum["pairs"], parsed("[0,0,0,0,0]"));
  }
}

TEST_F(OpeningsResultsTest, LeavesOutGamesOfOtherVariants) {
  const ProgramRun run =
      results(test::data_file("field/variant-antichess.pgn") + pair("1-0", "0-1", kEven), {"--json"});
  EXPECT_EQ(parsed(last_line(run.out))["unreadable"], 1);
  EXPECT_THAT(run.err,
              HasSubstr("line 1: a game of the variant Antichess, and not of chess; the game is skipped"));
}

TEST_F(OpeningsResultsTest, PairsTheGamesOfEachStart) {
  // A wins, loses, draws: 2 points, 1 point (White wins both), 3/2 points; one game stays alone, and one is broken.
  const std::vector<Json> objects = parsed_lines(output_of(
      results(pair("1-0", "0-1", kEven) + pair("1-0", "1-0", kEven) + pair("1-0", "1/2-1/2", kUneven) +
                  game("B", "A", "1-0", kUneven) + game("A", "B", "*", kEven),
              {"--json"})));
  ASSERT_EQ(objects.size(), 3u);
  for (const Json& object : {objects[0], objects[1]}) {
    const bool is_even = object["start"] == kEven;
    EXPECT_EQ(object["pairs"], is_even ? parsed("[0,0,1,0,1]") : parsed("[0,0,0,1,0]"));
    EXPECT_EQ(object["games"], is_even ? parsed("[3,0,1]") : parsed("[2,1,0]"));
    EXPECT_EQ(object["one_side_won_both"], is_even ? 1 : 0);
  }
  EXPECT_EQ(objects[2]["games"], 8);
  EXPECT_EQ(objects[2]["left_out"], 1);
  EXPECT_EQ(objects[2]["unpaired"], 1);
  EXPECT_EQ(objects[2]["pairs"], parsed("[0,0,1,1,1]"));
}

// A hundred pairs that are all level next to starts that decide half of theirs.
TEST_F(OpeningsResultsTest, MarksWhatResolvesNothing) {
  std::string games;
  const char* starts[] = {"4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", "4k3/8/8/8/8/8/3P4/4K2R w - - 0 1",
                          "4k3/8/8/8/8/8/2P5/4K2R w - - 0 1"};
  const auto plain = [](const std::string& white, const std::string& black, const std::string& result,
                        const char* fen) {
    return fmt::format("[White \"{}\"]\n[Black \"{}\"]\n[FEN \"{}\"]\n\n{}\n\n", white, black, fen, result);
  };
  for (int i = 0; i < 60; ++i) {
    games += plain("A", "B", "1-0", starts[0]) + plain("B", "A", "1-0", starts[0]);
    for (const char* start : {starts[1], starts[2]})
      games += plain("A", "B", i % 4 < 2 ? "1-0" : "0-1", start) +
               plain("B", "A", i % 2 == 0 ? "1-0" : "0-1", start);
  }
  const std::string run = output_of(results(games));
  EXPECT_THAT(run,
              HasSubstr("360 games from 3 start positions: 180 pairs, 0 without a partner, 0 left out\n"));
  EXPECT_THAT(run, HasSubstr("pairs by the points of A, 0 to 2: 30 0 120 0 30\n"));
  EXPECT_THAT(run, HasSubstr("1 start position resolves nothing"));
  EXPECT_THAT(run, HasSubstr(starts[0]));
  EXPECT_THAT(run, Not(HasSubstr(starts[1])));
  EXPECT_THAT(results(games, {"--list"}).out, HasSubstr(starts[1]));
}

TEST_F(OpeningsResultsTest, RefusesListsOfPositions) {
  write_file(folder_.path("list.epd"), std::string(kEven) + "\n");
  EXPECT_EQ(refused({"openings", "results", folder_.path("list.epd")}),
            unusable(folder_.path("list.epd") + ", line 1: expected games in PGN"));
}

TEST_F(OpeningsResultsTest, SaysWhichGamesItLeavesOut) {
  const std::string broken = "[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n\n";
  const std::string endless = game("A", "B", "*", kEven);
  const ProgramRun run = results(pair("1-0", "0-1", kEven) + broken + endless + endless, {"--plies", "3"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(
      run.out,
      HasSubstr("5 games from 1 start position: 1 pair, 0 without a partner, 3 left out: 1 that cannot be "
                "read, 2 without a result\n"));
  EXPECT_THAT(run.err, HasSubstr(file_ + ", line 17: line 19: illegal move 'Ke3'"));
  EXPECT_THAT(run.err, HasSubstr(file_ + ", line 21: has no result; the game is skipped\n"));
  const Json facts = parsed(
      last_line(results(broken + pair("1-0", "0-1", kEven) + endless, {"--plies", "3", "--json"}).out));
  EXPECT_EQ(facts["left_out"], 2);
  EXPECT_EQ(facts["unreadable"], 1);
  EXPECT_EQ(facts["without_result"], 1);
}

TEST_F(OpeningsResultsTest, RefusesFilesWithoutAGameThatCounts) {
  const std::string what = "tabiya: no game says how a start position scores: ";
  for (const std::string& games : {std::string(), std::string("\n"), std::string(kEven) + "\n"}) {
    const ProgramRun run = results(games);
    EXPECT_EQ(run.exit_code, 2) << games;
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr(what)) << games;
  }
  EXPECT_THAT(
      results(game("A", "B", "*", kEven)).err,
      HasSubstr(what + "1 game, 1 left out: 1 without a result; give games in PGN that have results\n"));
  EXPECT_EQ(results(game("A", "B", "*", kEven), {"--json"}).exit_code, 2);
}

}  // namespace tabiya::tools::openings_results_command_test
