#include "core/games/zero_point_one/player.h"

#include <gtest/gtest.h>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"

namespace tabiya::zero_point_one {
namespace {

using Clock = Player::Clock;

constexpr const char* kRed = "AWAAAAAADFFDDDAN";
constexpr const char* kBlue = "addadffdnaaaaawa";

// A player with a small engine of its own.
class PlayerTest : public ::testing::Test {
 protected:
  std::optional<std::string> say(std::string_view line) {
    return player_.receive(line, Clock::now()).value();
  }
  bool refuses(std::string_view line) { return !player_.receive(line, Clock::now()).ok(); }

  std::unique_ptr<Engine> engine_ = make_engine({.table_bytes = 1 << 16});
  SearchedSetups setups_;
  Player player_{*engine_, setups_, {.limits = {.nodes = 300}}};
};

TEST_F(PlayerTest, PlaysAWholeGameAgainstItself) {
  const auto other_engine = make_engine({.table_bytes = 1 << 16});
  Player other(*other_engine, setups_, {.limits = {.nodes = 100}});
  std::string line = "Start";
  Player* to_answer = &player_;
  Position position;
  for (;;) {
    const auto answer = to_answer->receive(line, Clock::now());
    ASSERT_TRUE(answer.ok()) << line << ": " << answer.error().message;
    if (!*answer) break;
    line = **answer;
    ASSERT_TRUE(play_wire(position, line).ok()) << line;
    to_answer = to_answer == &player_ ? &other : &player_;
  }
  EXPECT_TRUE(outcome(position) != Outcome::kOpen || count_moves(position) == 0);
}

TEST_F(PlayerTest, AnswersARedSetupWithAnyOfItsOwn) {
  const auto answer = say(kRed);
  ASSERT_TRUE(answer);
  EXPECT_TRUE(parse_wire_setup(Side::kBlue, *answer).ok());
}

TEST_F(PlayerTest, GoesOnFromAnOpening) {
  EXPECT_FALSE(say("Time 5000"));
  EXPECT_FALSE(say(std::string("Opening ") + kRed + " " + kBlue));
  EXPECT_EQ(player_.position().ply(), 2);
  ASSERT_TRUE(say("Start"));
  EXPECT_EQ(player_.position().ply(), 3);
}

TEST_F(PlayerTest, TakesLinesWithCarriageReturnsAndBlanks) {
  EXPECT_FALSE(say(""));
  EXPECT_FALSE(say(" \r"));
  EXPECT_TRUE(say("Start\r"));
  EXPECT_TRUE(say(std::string(kBlue) + "\r"));
  EXPECT_FALSE(say("Quit\r"));
  EXPECT_TRUE(player_.has_quit());
}

TEST_F(PlayerTest, RefusesWhatTheProtocolDoesNotKnowAndStaysAsItWas) {
  for (const char* line : {"start", "Time", "Time 0", "Time -5", "Time 9x", "Time 99999999999999999999",
                           "Opening AWA", "b5d3", "Go", "\x01\xFF"}) {
    EXPECT_TRUE(refuses(line)) << line;
  }
  EXPECT_EQ(player_.position(), Position());
  say(std::string("Opening ") + kRed + " " + kBlue);
  const Position before = player_.position();
  for (const char* line : {"a1a1", "Ac5", "h8f6", kRed}) EXPECT_TRUE(refuses(line)) << line;
  EXPECT_EQ(player_.position(), before);
}

TEST_F(PlayerTest, HasNoAnswerWhenTheGameIsOver) {
  say(std::string("Opening ") + kRed + " " + kBlue);
  Position position = player_.position();
  while (outcome(position) == Outcome::kOpen) {  // any moves to the ply limit
    Moves moves;
    generate_all(position, moves);
    Position next = position;
    next.play(moves[0]);
    if (next.ply() == kPlyLimit || outcome(next) != Outcome::kOpen) {
      EXPECT_FALSE(say(format_wire(position, moves[0])));
      break;
    }
    say("Opening " + format_wire(position, moves[0]));
    position = next;
  }
}

TEST(PlayerClock, MovesAtOnceWhenNoTimeIsLeft) {
  const auto engine = make_engine({.table_bytes = 1 << 16});
  SearchedSetups setups;
  Player player(*engine, setups, {.time = Milliseconds(1)});
  const auto start = Clock::now();
  ASSERT_TRUE(player.receive(kRed, start).ok());
  const auto answer = player.receive("Opening", start);
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(2));
}

}  // namespace
}  // namespace tabiya::zero_point_one
