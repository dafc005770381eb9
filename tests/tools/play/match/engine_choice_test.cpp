#include "tools/play/match/engine_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/games/games.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace engine_choice_test {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using Kind = TimeControl::Kind;

MatchEngine engine(const std::string& text, const char* game = "chess",
                   const std::optional<TimeControl>& clock = std::nullopt) {
  return match_engine(text, *find_game(game), clock);
}

TEST(EngineChoice, TellsSettingsFromArguments) {
  const MatchEngine chosen = engine(
      "uci:/bin/engine --fast 'option.Move Overhead=5' nodes=20 x=1 depth=3 name=Swift tc=5+0.1 'option.Clear Hash='");
  EXPECT_THAT(chosen.command, ElementsAre("/bin/engine", "--fast", "x=1"));
  ASSERT_TRUE(chosen.uci);
  EXPECT_EQ(chosen.uci->settings.command, chosen.command);
  EXPECT_THAT(chosen.uci->settings.options,
              ElementsAre(UciSetting{"Move Overhead", "5"}, UciSetting{"Clear Hash", ""}));
  EXPECT_EQ(chosen.uci->limits.nodes, 20u);
  EXPECT_EQ(chosen.uci->limits.depth, 3);
  EXPECT_EQ(chosen.name, "Swift");
  EXPECT_EQ(chosen.clock, (TimeControl{Kind::kGame, 5s, 100ms}));
}

TEST(EngineChoice, OfUciIsToldTheGameThatItPlays) {
  EXPECT_EQ(engine("uci:e").uci->settings.variant, "Chess960");
  EXPECT_EQ(engine("uci:e").uci->settings.game, "");
  EXPECT_EQ(engine("uci:e", "ard_ri").uci->settings.game, "ard_ri");
}

TEST(EngineChoice, HasTheClockThatWasAskedForOrThatOfTheGame) {
  const TimeControl asked{Kind::kGame, 7s, 1s};
  EXPECT_EQ(engine("uci:e").clock, (TimeControl{Kind::kMove, 1s, 0s}));
  EXPECT_EQ(engine("uci:e nodes=1").clock, TimeControl{});
  EXPECT_EQ(engine("uci:e nodes=1", "chess", asked).clock, asked);
  EXPECT_EQ(engine("uci:e tc=1", "chess", asked).clock, (TimeControl{Kind::kGame, 1s, 0s}));
  EXPECT_EQ(engine("play").clock, (TimeControl{Kind::kMove, 1s, 0s}));
  EXPECT_THAT([&] { engine("play", "chess", asked); },
              ThrowsMessage<Failure>(HasSubstr("knows time for each move only")));
}

TEST(EngineChoice, RefusesUnusableSettings) {
  for (const char* const word :
       {"nodes=0", "nodes=x", "nodes=", "depth=-1", "depth=1.5", "tc=", "tc=x", "depth=2000"})
    EXPECT_THAT([&] { engine(std::string("uci:e ") + word); }, ThrowsMessage<Failure>(HasSubstr(word)));
  EXPECT_THROW(engine("uci:"), Failure);
}

}  // namespace engine_choice_test
}  // namespace tabiya::tools
