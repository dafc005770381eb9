#include <gtest/gtest.h>

#include <string>

#include "core/games/ard_ri/module.h"

namespace tabiya::ard_ri::ard_ri_referee_test {

using ::testing::MatchesRegex;

class ArdRiReferee : public ::testing::Test {
 protected:
  ArdRiReferee() {
    PlayerRequest request;
    request.search.table_bytes = 1 << 20;
    request.player.limits.nodes = 200;
    player_ = module().referee_protocol()->make_player(request).value();
  }
  std::optional<std::string> say(std::string_view line) {
    return player_->receive(line, std::chrono::steady_clock::now()).value();
  }

  std::unique_ptr<RefereedPlayer> player_;
};

TEST_F(ArdRiReferee, ThereIsNoAnswerWhereAPositionStandsForTheThirdTime) {
  const std::string there_and_back = "c3b3 a3a2 b3c3 ";
  say("Opening " + there_and_back + "a2a3 " + there_and_back);
  EXPECT_FALSE(say("a2a3"));
}

TEST_F(ArdRiReferee, TheSecondTimeIsAnswered) {
  say("Opening c3b3 a3a2 b3c3");
  EXPECT_TRUE(say("a2a3"));
}

}  // namespace tabiya::ard_ri::ard_ri_referee_test
