#include "booksearch/engines/uci_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace uci_engine_test {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

UciSettings fake(std::vector<std::string> arguments = {}, std::vector<UciSetting> options = {}) {
  const bool is_silent = !arguments.empty() && (arguments[0] == "mute-handshake" || arguments[0] == "hang");
  arguments.insert(arguments.begin(), test::fake_engine());
  return {arguments, std::move(options), is_silent ? 2s : 20s, "Chess960"};
}

bool is_good(std::string_view move) { return move == "e2e4"; }

UciAnswer ask(const UciSettings& settings, const UciLimits& limits = {.nodes = 1000}) {
  return UciEngine(settings).search(kStart, limits, is_good);
}

TEST(UciEngine, AnswersAboutAPositionAsIfItWereTheFirst) {
  UciEngine engine(fake());
  EXPECT_EQ(engine.name(), "Fake 1.0");
  EXPECT_EQ(UciEngine(fake({"loud-name"})).name(), "Fake\\x1B[31m 1.0");  // as a terminal may show it
  EXPECT_TRUE(engine.offers("UCI_ShowWDL"));
  const UciAnswer first = engine.search(kStart, {.nodes = 1000}, is_good);
  EXPECT_EQ(first.nodes, 1000);
  EXPECT_EQ(first.depth, 7);
  ASSERT_TRUE(first.wdl);
  const UciAnswer again = engine.search(kStart, {.nodes = 1000}, is_good);
  EXPECT_EQ(again.centipawns, first.centipawns);
}

TEST(UciEngine, IdentifiesItselfByNameOptionsAndWhatItOffers) {
  EXPECT_THAT(UciEngine(fake({}, {{"hash", "32"}, {"Clear Hash", ""}})).identity(),
              ::testing::MatchesRegex("Fake 1.0, Threads = 1, UCI_Chess960 = true, UCI_ShowWDL = true, "
                                      "hash = 32, Clear Hash =  \\(offers [0-9a-f]{16}\\)"));
  EXPECT_THAT(
      UciEngine(fake({}, {{"threads", "2"}})).identity(),
      ::testing::StartsWith("Fake 1.0, UCI_Chess960 = true, UCI_ShowWDL = true, threads = 2 (offers"));
}

TEST(UciEngine, RefusesOptionsThatItDoesNotOffer) {
  EXPECT_THAT(
      [] {
        UciEngine(fake({}, {{"Hahs", "32"}}));
      },
      ThrowsMessage<UciFault>(HasSubstr(
          "(Fake 1.0) has no option 'Hahs'; it has Hash (1 to 1024), Threads (1 to 8), Style (Solid or "
          "Risky), Clear Hash, UCI_Chess960 (true or false), UCI_ShowWDL (true or false)")));
  EXPECT_THAT(
      [] {
        UciEngine(fake({}, {{"Hash", "0"}}));
      },
      ThrowsMessage<UciFault>(HasSubstr("option 'Hash': it takes 1 to 1024, and not '0'")));
}

constexpr const char* kTwoGames = "# Two games.\n[little:chess]\nstalemateValue = loss\n[other]\nking = k\n";

TEST(UciEngine, LearnsAGameFromItsFile) {
  const TemporaryFolder folder;
  write_file(folder.path("rules.ini"), kTwoGames);
  UciSettings settings = fake({"variants"});
  settings.game = "little";
  settings.rules = folder.path("rules.ini");
  EXPECT_THAT(UciEngine(settings).identity(), HasSubstr("UCI_Variant = little"));
  const UciSettings told = fake({"variants"}, {{"VariantPath", folder.path("rules.ini")}});
  settings.options = told.options;  // by the user
  settings.rules.clear();
  EXPECT_THAT(UciEngine(settings).identity(), HasSubstr("UCI_Variant = little"));
  settings.options.clear();
  EXPECT_THAT([&] { UciEngine{settings}; },
              ThrowsMessage<UciFault>(HasSubstr("does not play little: its option UCI_Variant has chess")));
}

TEST(UciEngine, FairyStockfishLearnsAGameFromItsFile) {
  constexpr const char* kFairyStockfish = "/usr/games/fairy-stockfish";
  if (!std::filesystem::exists(kFairyStockfish)) GTEST_SKIP() << "Debian's fairy-stockfish is not installed";
  const TemporaryFolder folder;
  write_file(folder.path("rules.ini"), kTwoGames);
  UciSettings settings{{kFairyStockfish}, {}, 60s};
  settings.game = "little";
  settings.rules = folder.path("rules.ini");
  // A draw in chess, and a win where stalemate loses.
  const UciAnswer answer = UciEngine(settings).search("k7/P7/8/1K6/8/8/8/8 w - - 0 1", {.nodes = 1'000},
                                                      [](auto) { return true; });
  EXPECT_EQ(answer.mate_in, 1);
}

TEST(UciEngine, ThatCannotBeRunIsAFailure) {
  EXPECT_THAT(
      [] {
        UciEngine({{"/no/such/engine"}, {}, 1s});
      },
      ThrowsMessage<UciFault>("cannot run the engine '/no/such/engine': No such file or directory"));
}

TEST(UciEngine, FaultsAreFoundAndQuoted) {
  const auto fault = [](const char* name, const char* text) {
    SCOPED_TRACE(name);
    EXPECT_THAT([&] { ask(fake({name})); }, ThrowsMessage<UciFault>(HasSubstr(text)));
  };
  fault("mute-handshake", "gave no 'uciok' within 2 s; it has written nothing");
  fault("hang", "gave no 'bestmove' within 2 s; its last lines: ");
  fault("crash", "has ended where 'bestmove' was awaited; its last lines: ");
  fault("crash", "info string about to end | segmentation fault of a kind");
  fault("illegal-move", "plays 'e1e8', which is not legal");
  fault("no-score", "names a move without a score");
  fault("endless", "nodes where 1000 are the limit; its last lines: ");
  fault("flood", "writes a line that does not end");
}

TEST(UciEngine, ThatIgnoresTheLimitOfDepthIsFound) {
  EXPECT_THAT([] { ask(fake({"too-deep"}), {.depth = 9}); },
              ThrowsMessage<UciFault>(HasSubstr("searches to depth 10 where 9 is the limit")));
}

TEST(UciEngine, PassesOverNoise) { EXPECT_EQ(ask(fake({"noise"})).best_move, "e2e4"); }

TEST(UciEngine, MayTellNoChances) {
  UciEngine engine(fake({"no-chances"}));
  EXPECT_FALSE(engine.offers("UCI_ShowWDL"));
  EXPECT_EQ(engine.search(kStart, {.nodes = 10}, is_good).wdl, std::nullopt);
}

TEST(UciEngine, OfDebianAnswers) {
  constexpr const char* kStockfish = "/usr/games/stockfish";
  if (!std::filesystem::exists(kStockfish)) GTEST_SKIP() << "Debian's stockfish is not installed";
  UciEngine engine({{kStockfish}, {{"Hash", "1"}}, 60s});
  EXPECT_THAT(engine.name(), ::testing::StartsWith("Stockfish"));
  const auto ask = [&] { return engine.search(kStart, {.nodes = 2000}, [](auto) { return true; }); };
  const UciAnswer first = ask(), again = ask();
  EXPECT_TRUE(first.wdl);
  EXPECT_EQ(first.centipawns, again.centipawns);
  EXPECT_EQ(first.nodes, again.nodes);
  EXPECT_LT(first.nodes, 3'000);
}

}  // namespace uci_engine_test
}  // namespace tabiya::tools
