// A UCI engine in the place of our search: the GameEngine and the PairOracle made of it.
#include "booksearch/engines/uci_game_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "booksearch/engines/centipawns.h"
#include "booksearch/engines/uci_choice.h"
#include "booksearch/engines/uci_pair_oracle.h"
#include "core/games/games.h"
#include "core/search/settled_value.h"
#include "tests/support/checkout.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace uci_game_engine_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr const char* kStockfish = "/usr/games/stockfish";
constexpr const char* kShuffled = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1";

const GameModule& chess() { return *find_game("chess"); }

Result<UciChoice> choose(const std::string& words) {
  return uci_choice(test::fake_engine() + " " + words, chess(), {});
}
UciChoice fake(const std::string& words = "") { return choose(words).value(); }

using Moves = std::vector<std::string>;

Result<GameSearchResult> ask(const std::string& words, const PositionHandle& position, const Limits& limits,
                             int lines = 1, const Moves& first_moves = {}) {
  UciChoice choice = fake(words);
  choice.settings.lines = lines;
  auto engine = make_uci_game_engine(chess(), choice);
  if (!engine) return engine.error();
  return (*engine)->search({&position, 1}, limits, {}, first_moves);
}

PositionHandle start() { return chess().usual_start(); }

std::vector<std::string> wires(const GameLine& line) {
  std::vector<std::string> moves;
  for (const MoveText& move : line.pv) moves.push_back(move.wire);
  return moves;
}

TEST(UciChoice, ReadsOptionsAndLimitsAmongTheArguments) {
  const UciChoice choice = fake("option.Hash=16 slow nodes=200 depth=5 \"option.Clear Hash=\" a=b");
  EXPECT_THAT(choice.settings.command, ElementsAre(test::fake_engine(), "slow", "a=b"));
  EXPECT_THAT(choice.settings.options, ElementsAre(UciSetting{"Hash", "16"}, UciSetting{"Clear Hash", ""}));
  EXPECT_EQ(choice.limits.nodes, 200u);
  EXPECT_EQ(choice.limits.depth, 5);
  EXPECT_EQ(choice.settings.variant, "Chess960");
  EXPECT_THAT(choose("nodes=many").error().message, HasSubstr("a whole number from 1 to"));
}

TEST(UciGameEngine, FindsScoresInLogitAndMovesInOurNotation) {
  const auto finding = ask("", start(), {.nodes = 1000});
  ASSERT_TRUE(finding.ok());
  EXPECT_NE(finding->best.score, 0);
  EXPECT_EQ(finding->best.score, score_of_centipawns(centipawns(finding->best.score)))
      << "it is a whole number of centipawns";
  ASSERT_TRUE(finding->chances);
  EXPECT_EQ((*finding->chances)[0] + (*finding->chances)[1] + (*finding->chances)[2], 1'000);
  EXPECT_FALSE(ask("no-chances", start(), {.nodes = 1000})->chances);
  EXPECT_THAT(wires(finding->best), ElementsAre("e2e4"));
  EXPECT_EQ(finding->best.pv[0].readable, "e4");
  EXPECT_EQ(finding->nodes, 1000u);
  EXPECT_THAT(finding->others, SizeIs(0));
}

TEST(UciGameEngine, MatesAreProvenWinsAndLosses) {
  UciLine line;
  line.mate_in = 1;
  EXPECT_EQ(score_of(line), win_in(1));
  line.mate_in = 3;
  EXPECT_EQ(score_of(line), win_in(5));
  line.mate_in = -2;
  EXPECT_EQ(score_of(line), loss_in(4));
  line.mate_in = 1'000'000;
  EXPECT_TRUE(is_proven(score_of(line)));
  line.mate_in.reset();
  line.centipawns = 1'000'000;
  EXPECT_FALSE(is_proven(score_of(line)));
}

TEST(UciGameEngine, LeavesOutMovesBySearchmoves) {
  const auto finding = ask("", start(), {.nodes = 1000}, 1, {"a2a3", "h2h4"});
  ASSERT_TRUE(finding.ok()) << finding.error().message;
  EXPECT_THAT(finding->best.pv[0].wire, ::testing::AnyOf("a2a3", "h2h4"));
}

TEST(UciGameEngine, RefusesAnEngineThatIgnoresSearchmoves) {
  // It would like e2e4 best, which is among them.
  const auto finding = ask("ignores-searchmoves", start(), {.nodes = 1000}, 1, {"a2a3", "e2e4"});
  ASSERT_FALSE(finding.ok());
  EXPECT_THAT(finding.error().message, StartsWith("engine Fake 1.0 ignores searchmoves"));
  EXPECT_THAT(ask("ignores-searchmoves", start(), {.nodes = 100}, 2).error().message,
              StartsWith("engine Fake 1.0 ignores searchmoves"));
  EXPECT_TRUE(ask("ignores-searchmoves", start(), {.nodes = 100}).ok());  // not needed
}

TEST(UciGameEngine, FindsTheNextBestMovesWithMultiPvOrWithout) {
  const auto told = ask("multipv", start(), {.nodes = 1000}, 2);
  ASSERT_TRUE(told.ok()) << told.error().message;
  ASSERT_THAT(told->others, SizeIs(1));
  EXPECT_THAT(wires(told->others[0]), ElementsAre("a2a3"));
  EXPECT_EQ(told->others[0].score, score_of_centipawns(-200));
  EXPECT_EQ(told->nodes, 1000u);
  const auto asked = ask("", start(), {.nodes = 1000}, 3);
  ASSERT_TRUE(asked.ok()) << asked.error().message;
  ASSERT_THAT(asked->others, SizeIs(2));
  std::set<std::string> firsts{asked->best.pv[0].wire};
  for (const GameLine& other : asked->others) EXPECT_TRUE(firsts.insert(other.pv[0].wire).second);
  EXPECT_GE(asked->others[0].score, asked->others[1].score);
  EXPECT_EQ(asked->nodes, 3000u);
}

TEST(UciGameEngine, RefusesAnEngineThatDoesNotKnowTheVariantWhereThePositionNeedsIt) {
  const PositionHandle shuffled = chess().parse_position(kShuffled).value();
  EXPECT_TRUE(ask("no-chess960", start(), {.nodes = 10}).ok());
  EXPECT_TRUE(ask("", shuffled, {.nodes = 10}).ok());
  EXPECT_EQ(ask("no-chess960", shuffled, {.nodes = 10}).error().message,
            std::string("engine Fake 1.0 has no option UCI_Chess960, which is needed for '") + kShuffled +
                "'; name another engine");
}

TEST(UciGameEngine, ReportsItsErrors) {
  const auto crashed = ask("crash", start(), {.nodes = 10});
  ASSERT_FALSE(crashed.ok());
  EXPECT_EQ(crashed.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(crashed.error().message, HasSubstr("(the last of 3 tries)"));
  UciChoice hanging = fake("hang");
  const auto is_stopped = std::make_shared<bool>(false);
  hanging.settings.stop = [is_stopped] { return *is_stopped; };
  const PositionHandle position = start();
  const auto engine = make_uci_game_engine(chess(), hanging, WhenStopped::kError);
  ASSERT_TRUE(engine.ok()) << engine.error().message;
  *is_stopped = true;
  const auto stopped = (*engine)->search({&position, 1}, {.nodes = 10}, {});
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::kStopped);
}

TEST(UciGameEngine, SearchesWithinTheSmallerLimits) {
  const auto engine = make_uci_game_engine(chess(), fake("nodes=500")).value();
  const PositionHandle position = start();
  EXPECT_EQ(engine->search({&position, 1}, {}, {})->nodes, 500u);
  EXPECT_EQ(engine->search({&position, 1}, {.nodes = 300}, {})->nodes, 300u);
  EXPECT_EQ(engine->search({&position, 1}, {.nodes = 900}, {})->nodes, 500u);
  EXPECT_FALSE(engine->evaluate(*position).ok());
}

TEST(UciGameEngine, KnowsWhenTheGameIsOver) {
  const auto engine = make_uci_game_engine(chess(), fake("hang")).value();
  const PositionHandle mated = chess().parse_position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").value();
  EXPECT_EQ(engine->search({&mated, 1}, {}, {})->best.score, loss_in(0));
}

std::unique_ptr<PairOracle> oracle_of(const std::string& words) {
  return make_uci_pair_oracle(chess(), chess().setup_phase()->make_oracle({}).value(), fake(words)).value();
}

TEST(UciPairOracle, SearchesPairsFromTheViewOfRed) {
  const auto oracle = oracle_of("nodes=1000");
  const auto searcher = oracle->searcher(0);
  searcher->set_red(17);
  const auto found = searcher->search(400, 5, -kInfiniteScore, kInfiniteScore);
  ASSERT_TRUE(found.ok()) << found.error().message;
  const PositionHandle position = chess().setup_phase()->position_after(17, 400);
  const auto asked = ask("", position, {.depth = 5, .nodes = 1000});
  ASSERT_TRUE(asked.ok());
  EXPECT_EQ(found->red_value, asked->best.score);  // White, who begins, is Red
  EXPECT_EQ(found->nodes, 1000u);
  ASSERT_THAT(found->line, SizeIs(1));
  EXPECT_EQ(position->moves()[found->line[0]].wire, "e2e4");

  // A window changes nothing but the line, and a question that was answered costs nothing.
  const auto above = searcher->search(400, 5, -kInfiniteScore, found->red_value);
  EXPECT_EQ(above->red_value, found->red_value);
  EXPECT_EQ(above->nodes, 0u);
  EXPECT_THAT(above->line, SizeIs(0));
  searcher->set_red(17);
  EXPECT_EQ(searcher->search(400, 5, -kInfiniteScore, kInfiniteScore)->nodes, 1000u);
}

TEST(UciPairOracle, LooksWithMoreNodesThanItSearches) {
  const auto searcher = oracle_of("nodes=1000")->searcher(0);
  searcher->set_red(17);
  const auto look = searcher->look(400, 40'000);
  ASSERT_TRUE(look.ok() && look->has_value());
  EXPECT_EQ((*look)->nodes, 40'000u);
  const PositionHandle position = chess().setup_phase()->position_after(17, 400);
  SettledValue settled;
  const auto engine = make_uci_game_engine(chess(), fake()).value();
  const auto add = [&](const GameSearchResult& iteration) {
    settled.add(iteration.best.score);
    return true;
  };
  ASSERT_TRUE(engine->search({&position, 1}, {.nodes = 40'000}, add).ok());
  EXPECT_EQ((*look)->red_value, settled.value());
  EXPECT_FALSE(oracle_of("no-chess960")->searcher(0)->look(1, 1'000).ok());
}

TEST(UciPairOracle, ItsOriginTellsEngineOptionsAndLimits) {
  const ValueOrigin origin = oracle_of("nodes=1000")->origin();
  EXPECT_EQ(oracle_of("nodes=1000")->origin(), origin);
  EXPECT_EQ(chess().setup_phase()->make_oracle({}).value()->origin().evaluation, origin.evaluation);
  for (const char* other : {"nodes=1001", "option.Hash=2 nodes=1000", "no-chances nodes=1000", ""})
    EXPECT_NE(oracle_of(other)->origin().search, origin.search) << other;
  EXPECT_THAT(oracle_of("nodes=1000")->engine(), ::testing::MatchesRegex("Fake 1.0, .*, go nodes 1000"));
}

TEST(UciPairOracle, PassesErrorsOn) {
  const auto oracle = oracle_of("no-chess960");
  const auto searcher = oracle->searcher(0);
  searcher->set_red(0);
  const auto found = searcher->search(1, 5, -kInfiniteScore, kInfiniteScore);
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().message, HasSubstr("has no option UCI_Chess960"));
}

TEST(UciGameEngine, OfDebianKeepsToSearchmovesAndTellsLines) {
  if (!std::filesystem::exists(kStockfish)) GTEST_SKIP() << "Debian's stockfish is not installed";
  UciChoice choice = uci_choice(kStockfish, chess(), {}).value();
  choice.settings.lines = 3;
  const auto engine = make_uci_game_engine(chess(), choice).value();
  const auto search = [&](const PositionHandle& position, int depth, const Moves& first_moves,
                          const GameEngine::Report& report = {}) {
    return engine->search({&position, 1}, {.depth = depth}, report, first_moves);
  };
  std::vector<int> depths;
  const auto finding = search(start(), 6, {}, [&](const GameSearchResult& result) {
    EXPECT_THAT(result.others, SizeIs(2));
    depths.push_back(result.depth);
    return true;
  });
  ASSERT_TRUE(finding.ok()) << finding.error().message;
  EXPECT_THAT(depths, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_GE(finding->best.pv.size(), 2u);
  const auto few = search(start(), 4, {"a2a3"});
  ASSERT_TRUE(few.ok()) << few.error().message;
  EXPECT_EQ(few->best.pv[0].wire, "a2a3");
  EXPECT_THAT(few->others, SizeIs(0));

  // Where castling is the usual one, too, it is written as the king's way to the rook.
  const auto castling = chess().parse_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value();
  const auto only = search(castling, 2, {"e1h1"});
  ASSERT_TRUE(only.ok()) << only.error().message;
  EXPECT_EQ(only->best.pv[0].wire, "e1h1");
}

}  // namespace uci_game_engine_test
}  // namespace tabiya::tools
