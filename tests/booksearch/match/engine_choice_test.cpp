#include "booksearch/match/engine_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/games/games.h"

namespace tabiya::booksearch {
namespace engine_choice_test {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = TimeControl::Kind;

Result<MatchEngine> choose(const std::string& text, const char* game = "chess",
                           const std::optional<TimeControl>& clock = std::nullopt) {
  return match_engine(text, *find_game(game), {game, ""}, clock);
}

MatchEngine engine(const std::string& text, const char* game = "chess",
                   const std::optional<TimeControl>& clock = std::nullopt) {
  return choose(text, game, clock).value();
}

TEST(EngineChoice, TellsSettingsFromArguments) {
  const MatchEngine chosen = engine(
      "uci:/bin/engine --fast 'option.Move Overhead=5' nodes=20 x=1 depth=3 name=Swift tc=5+0.1 book=b.tbk 'option.Clear Hash='");
  EXPECT_THAT(chosen.command, ElementsAre("/bin/engine", "--fast", "x=1"));
  ASSERT_TRUE(chosen.uci);
  EXPECT_EQ(chosen.uci->settings.command, chosen.command);
  EXPECT_THAT(chosen.uci->settings.options,
              ElementsAre(UciSetting{"Move Overhead", "5"}, UciSetting{"Clear Hash", ""}));
  EXPECT_EQ(chosen.uci->limits.nodes, 20u);
  EXPECT_EQ(chosen.uci->limits.depth, 3);
  EXPECT_EQ(chosen.name, "Swift");
  EXPECT_EQ(chosen.book_file, "b.tbk");
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
  EXPECT_THAT(choose("play", "chess", asked).error().message, HasSubstr("knows time for each move only"));
}

TEST(EngineChoice, RefusesUnusableSettings) {
  for (const char* const word :
       {"nodes=0", "nodes=x", "nodes=", "depth=-1", "depth=1.5", "tc=", "tc=x", "depth=2000"})
    EXPECT_THAT(choose(std::string("uci:e ") + word).error().message, HasSubstr(word));
  EXPECT_FALSE(choose("uci:"));
  EXPECT_FALSE(choose("play 'x"));
}

TEST(TimeControl, IsReadInSecondsAndMinutes) {
  EXPECT_EQ(parse_time_control("5+0.08"), (TimeControl{Kind::kGame, 5s, 80ms}));
  EXPECT_EQ(parse_time_control("60"), (TimeControl{Kind::kGame, 60s, 0ms}));
  EXPECT_EQ(parse_time_control("1:30+2"), (TimeControl{Kind::kGame, 90s, 2s}));
  EXPECT_EQ(parse_time_control("0+0.1"), (TimeControl{Kind::kGame, 0ms, 100ms}));
}

TEST(TimeControl, IsNothingElse) {
  for (const char* const text : {"", "+", "5+", "+1", "5+0.1+1", "0", "0+0", "-1", "5s", "1e3", "nan", "inf",
                                 "9999999", ":5", "1:", "40/60"})
    EXPECT_EQ(parse_time_control(text), std::nullopt) << text;
}

TEST(TimeControl, IsWrittenAsItIsRead) {
  for (const char* const text : {"5+0.08", "60", "0+0.1", "10.5+0.005", "100000"})
    EXPECT_EQ(parse_time_control(text)->text(), text);
  EXPECT_EQ((TimeControl{Kind::kMove, 1500ms, 0ms}).text(), "1.5/move");
  EXPECT_EQ(TimeControl{}.text(), "-");
}

}  // namespace engine_choice_test
}  // namespace tabiya::booksearch
