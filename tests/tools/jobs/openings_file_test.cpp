#include "tools/jobs/openings_file.h"
#include "tools/cli/game_option.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/failure_of.h"

namespace tabiya::tools::openings_file_test {

using booksearch::Measure;

// A job that is good, with a line of it replaced.
OpeningsFile parse(const std::string& from = "", const std::string& to = "") {
  std::string text =
      "game = \"chess\"\n"
      "pairs = \"sample 50\"\n"
      "[oracle]\n"
      "engine = \"engine -x\"\n"
      "options = { Hash = 8, Style = \"Solid\", Ponder = false }\n"
      "[window]\n"
      "draw_rate = [48, 52.5]\n"
      "[[stage]]\n"
      "nodes = 1000\n"
      "[[stage]]\n"
      "depth = 12\n";
  if (!from.empty()) text.replace(text.find(from), from.size(), to);
  return parse_openings_file(text, "jobs/job.toml");
}

std::string fault(const std::string& from, const std::string& to) {
  return failure_of([&] { parse(from, to); });
}

TEST(OpeningsFile, SaysWhatIsLookedAtWhoJudgesAndWhatIsWanted) {
  const OpeningsFile file = parse();
  const OpeningsJob& job = file.job;
  EXPECT_EQ(job.game, &game_named("chess"));
  EXPECT_EQ(job.pairs, "sample 50");
  EXPECT_EQ(file.oracle.engine, "engine -x");
  EXPECT_EQ(file.oracle.options,
            (std::vector<UciSetting>{{"Hash", "8"}, {"Ponder", "false"}, {"Style", "Solid"}}));
  EXPECT_EQ(job.window.measure, Measure::kDrawRate);
  EXPECT_EQ(job.window.low, 48);
  EXPECT_EQ(job.window.high, 52.5);
  EXPECT_TRUE(job.in_centipawns);
  EXPECT_TRUE(job.window.either_side);
  ASSERT_EQ(job.stages.size(), 2u);
  EXPECT_EQ(job.stages[0].command(), "go nodes 1000");
  EXPECT_EQ(job.stages[1].command(), "go depth 12");
}

TEST(OpeningsFile, NamesFilesAsSeenFromIt) {
  EXPECT_EQ(parse("sample 50", "pairs.txt").job.pairs, "jobs/pairs.txt");
  EXPECT_EQ(parse("engine -x", "../engine -x").oracle.engine, "jobs/../engine -x");
  EXPECT_EQ(parse("engine -x", "/bin/engine -x").oracle.engine, "/bin/engine -x");
}

TEST(OpeningsFile, TakesListsAndTreesInsteadOfPairs) {
  const OpeningsJob list = parse("pairs = \"sample 50\"", "positions = \"games.pgn\"\nexit = 12").job;
  EXPECT_EQ(list.positions, "jobs/games.pgn");
  EXPECT_EQ(list.exit, 12u);
  const OpeningsJob tree =
      parse("pairs = \"sample 50\"\n", "[tree]\nbook = \"book.bin\"\nplies = 6\nshare = 20\n").job;
  ASSERT_TRUE(tree.tree);
  EXPECT_EQ(tree.tree->book, "jobs/book.bin");
  EXPECT_EQ(tree.tree->plies, 6);
  EXPECT_EQ(tree.tree->share, 20);
  EXPECT_EQ(fault("pairs = \"sample 50\"", "exit = 12"), "jobs/job.toml, line 2: exit: goes with positions");
  EXPECT_EQ(
      fault("[oracle]", "positions = \"x\"\n[oracle]"),
      "jobs/job.toml, line 3: positions: is one of pairs, positions and [tree], which exclude each other");
}

TEST(OpeningsFile, OfOurOwnSearchTakesScoresInLogit) {
  const std::string text =
      "game = \"zero_point_one\"\n[window]\nscore = [0.1, 0.25]\nsides = \"first\"\n[[stage]]\ndepth = 4\n";
  const OpeningsJob job = parse_openings_file(text, "job.toml").job;
  EXPECT_EQ(job.game, &game_named("zero_point_one"));
  EXPECT_EQ(job.window.low, 1'000);
  EXPECT_EQ(job.window.high, 2'500);
  EXPECT_FALSE(job.in_centipawns);
  EXPECT_FALSE(job.window.either_side);
}

TEST(OpeningsFile, FaultsAreToldWithTheirLines) {
  EXPECT_EQ(fault("game = \"chess\"\n", ""), "jobs/job.toml, line 1: game: is missing");
  EXPECT_EQ(fault("engine = \"engine -x\"", ""), "jobs/job.toml, line 3: oracle.engine: is missing");
  EXPECT_EQ(fault("engine -x", " "), "jobs/job.toml, line 4: oracle.engine: names no program");
  EXPECT_EQ(fault("Hash = 8", "Hash = 8.5"),
            "jobs/job.toml, line 5: oracle.options: 'Hash' must be a text, a whole number, true or false");
  EXPECT_EQ(
      fault("[48, 52.5]", "[52, 48]"),
      "jobs/job.toml, line 7: window.draw_rate: the window from 52 to 48 is empty; name the smaller number "
      "first");
  EXPECT_EQ(
      fault("[48, 52.5]", "[48, 48]"),
      "jobs/job.toml, line 7: window.draw_rate: the window from 48 to 48 is empty; name the smaller number "
      "first");
  EXPECT_EQ(fault("[48, 52.5]", "[48, 152]"),
            "jobs/job.toml, line 7: window.draw_rate: is in per cent, 0 to 100");
  EXPECT_EQ(fault("[48, 52.5]", "48"),
            "jobs/job.toml, line 7: window.draw_rate: must be two numbers, as in [10, 20]");
  EXPECT_EQ(fault("draw_rate = [48, 52.5]", "sides = \"either\""),
            "jobs/job.toml, line 6: window: must have one of score, draw_rate and expected_score");
  EXPECT_EQ(fault("[48, 52.5]", "[48, 52]\nsides = \"both\""),
            "jobs/job.toml, line 8: window.sides: must be \"either\" or \"first\"");
  EXPECT_EQ(fault("nodes = 1000", ""), "jobs/job.toml, line 8: stage 1, nodes: or depth is missing");
  EXPECT_EQ(fault("nodes = 1000", "nodes = 0"),
            "jobs/job.toml, line 9: stage 1, nodes: 0 is not between 1 and 1000000000000");
  EXPECT_EQ(fault("pairs", "pears"),
            "jobs/job.toml, line 2: unknown key 'pears'; the nearest known one is 'pairs'");
  EXPECT_EQ(fault("game", "error = \"x\"\ngame"), "jobs/job.toml, line 1: error: must be a number");
  EXPECT_EQ(fault("game", "error = 1.5\ngame"), "jobs/job.toml, line 1: error: 1.5 is not between 0 and 1");
}

TEST(OpeningsFile, LinesComeFromABook) {
  const auto fault_of = [&](const std::string& tree) {
    return fault("pairs = \"sample 50\"", "[tree]\n" + tree);
  };
  EXPECT_EQ(
      fault_of("score = [-10, 40]\nnodes = 700"),
      "jobs/job.toml, line 2: tree.book: is missing; `tabiya lines` grows a book of moves by its judge");
  EXPECT_EQ(fault_of("book = \"b.bin\"\nmost = 4"), "jobs/job.toml, line 4: unknown key 'most' in tree");
}

TEST(OpeningsFile, ReferenceNamesAllKeys) {
  const std::string reference = openings_file_reference();
  for (const char* key :
       {"game",  "seed",      "pairs",          "positions", "exit",       "prefer", "book",    "share",
        "plies", "wanted",    "distance",       "error",     "evaluation", "engine", "options", "timeout",
        "score", "draw_rate", "expected_score", "sides",     "nodes",      "depth"})
    EXPECT_THAT("\n" + reference, ::testing::HasSubstr(std::string("\n") + key + " ")) << key;
}

}  // namespace tabiya::tools::openings_file_test
