#include "tools/uci_server/go_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/text.h"
#include "core/search/limits.h"

namespace tabiya::tools::go_command_test {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

GoCommand go(std::string_view text) { return parse_go(words_of(text)); }

TEST(GoCommand, ReadsClocks) {
  const GoCommand command = go("wtime 60000 btime 50000 winc 100 binc 200 movestogo 12");
  EXPECT_EQ(command.time[0], 60s);
  EXPECT_EQ(command.time[1], 50s);
  EXPECT_EQ(command.increment[0], 100ms);
  EXPECT_EQ(command.increment[1], 200ms);
  EXPECT_EQ(command.moves_to_go, 12);
  EXPECT_FALSE(command.infinite || command.ponder || command.depth || command.move_time);
}

TEST(GoCommand, ReadsLimits) {
  EXPECT_EQ(go("depth 7").depth, 7);
  EXPECT_EQ(go("nodes 12345").nodes, 12345u);
  EXPECT_EQ(go("movetime 250").move_time, 250ms);
  EXPECT_EQ(go("mate 3").mate, 3);
  EXPECT_EQ(go("perft 5").perft, 5);
  EXPECT_TRUE(go("infinite").infinite);
  EXPECT_TRUE(go("ponder wtime 1000 btime 1000").ponder);
}

TEST(GoCommand, ReadsFirstMovesUpToTheNextWord) {
  const GoCommand command = go("searchmoves e2e4 d2d4 depth 3");
  EXPECT_THAT(command.first_moves, ElementsAre("e2e4", "d2d4"));
  EXPECT_EQ(command.depth, 3);
  EXPECT_THAT(go("searchmoves").first_moves, IsEmpty());
}

TEST(GoCommand, PassesOverWhatIsNoNumber) {
  const GoCommand command = go("depth x nodes 99999999999999999999999 wtime movestogo 0 quickly depth 4");
  EXPECT_EQ(command.depth, 4);
  EXPECT_FALSE(command.nodes || command.time[0] || command.moves_to_go);
}

TEST(GoCommand, TakesTheNearestThatMakesSense) {
  EXPECT_EQ(go("wtime -500").time[0], 1ms);
  EXPECT_EQ(go("winc -5").increment[0], 0ms);
  EXPECT_EQ(go("depth 0").depth, 1);
  EXPECT_EQ(go("depth 9000000000").depth, kMaxDepth);
  EXPECT_EQ(go("nodes -3").nodes, 1u);
}

}  // namespace tabiya::tools::go_command_test
