#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/game/solving/first_moves.h"
#include "core/games/pawn_race/first_moves_text.h"
#include "core/games/pawn_race/module.h"
#include "core/games/pawn_race/setups.h"

namespace tabiya::pawn_race::pawn_race_referee_test {

using ::testing::ElementsAre;
using ::testing::MatchesRegex;

class PawnRaceReferee : public ::testing::Test {
 protected:
  static std::unique_ptr<RefereedPlayer> make_player() {
    PlayerRequest request;
    request.search.table_bytes = 1 << 20;
    request.player.limits.nodes = 500;
    return module().referee_protocol()->make_player(request).value();
  }
  std::optional<std::string> say(std::string_view line) {
    return player_->receive(line, std::chrono::steady_clock::now()).value();
  }
  bool refuses(std::string_view line) { return !player_->receive(line, std::chrono::steady_clock::now()); }

  std::unique_ptr<RefereedPlayer> player_ = make_player();
};

constexpr const char* kMove = "[a-h][1-8][a-h][1-8]";

TEST_F(PawnRaceReferee, AMoveIsReadInBothNotations) {
  say("Opening white=a black=h b4 a5");
  EXPECT_THAT(say("bxa5").value(), MatchesRegex(kMove));
  player_ = make_player();
  say("Opening white=a black=h b2b4 a7a5");
  EXPECT_THAT(say("b4a5").value(), MatchesRegex(kMove));
}

TEST_F(PawnRaceReferee, AnOpeningMayHoldBothGapsOrOne) {
  EXPECT_FALSE(say("Opening white=a"));
  EXPECT_THAT(say("Start").value(), MatchesRegex("Gaps a [a-h]"));
  player_ = make_player();
  EXPECT_FALSE(say("Opening white=a black=h"));
  EXPECT_THAT(say("Start").value(), MatchesRegex(kMove));
}

TEST_F(PawnRaceReferee, GapsAreRefusedThatAreNone) {
  for (const char* line :
       {"Gaps", "Gaps h", "Gaps h i", "Gaps ha", "Gaps h a b", "gaps h a", "white=h", "h4"})
    EXPECT_TRUE(refuses(line)) << line;
  EXPECT_TRUE(say("Gaps h a"));
  EXPECT_TRUE(refuses("Gaps h a"));
}

TEST_F(PawnRaceReferee, AnAnswerStandsForItsMovesInWireNotation) {
  const RefereeProtocol& protocol = *module().referee_protocol();
  EXPECT_THAT(protocol.words_of(*module().start(), "Gaps h a").value(), ElementsAre("white=h", "black=a"));
  const PositionHandle start = *module().parse_position("white=a black=h");
  EXPECT_THAT(protocol.words_of(*start, "b4").value(), ElementsAre("b2b4"));
}

// c against b, and its mirror image: White's first move and its answers are prepared, so that none has to be
// found out.
TEST_F(PawnRaceReferee, FirstMovesThatArePreparedArePlayedForMirrorImagesToo) {
  const FirstMoves first_moves = FirstMoves::parse(module(), kFirstMoves).value();
  const PositionHandle start = module().setup_phase()->position_after(2, 1);
  const std::string* first = first_moves.move(*start);
  ASSERT_NE(first, nullptr);
  const auto mirrored = [](std::string move) {
    for (char& letter : move)
      if (letter >= 'a') letter = static_cast<char>('a' + 'h' - letter);
    return move;
  };
  EXPECT_EQ(say("Gaps c b"), *first);
  const PositionHandle next = start->after(*first).value()->after("d7d5").value();
  EXPECT_EQ(say("d5"), *first_moves.move(*next));
  player_ = make_player();
  EXPECT_EQ(say("Gaps f g"), mirrored(*first));
  EXPECT_EQ(say("e5"), mirrored(*first_moves.move(*next)));
}

// Whoever has a win or a draw to lose has a move for each of the first positions.
TEST(FirstMovesOfPawnRace, AreLegalAndOfThoseWhoHaveSomethingToLose) {
  const FirstMoves first_moves = FirstMoves::parse(module(), kFirstMoves).value();
  int pairs = 0;
  for (SetupId white = 0; white < 4; ++white) {
    for (SetupId black = 0; black < 8; ++black) {
      const PositionHandle start = module().setup_phase()->position_after(white, black);
      const std::string* move = first_moves.move(*start);
      const std::string single_step = white == 3 ? "a2a3" : "d2d3";
      const bool black_has_some = first_moves.move(*start->after(single_step).value()) != nullptr;
      pairs += move != nullptr || black_has_some;
      if (move != nullptr) {
        EXPECT_TRUE(start->after(*move)) << *move;
        EXPECT_NE(pair_value(white, black), 'B');
      }
      if (black_has_some) {
        EXPECT_NE(pair_value(white, black), 'W');
      }
    }
  }
  EXPECT_GE(pairs, 6);
}

TEST(PairValues, AreThoseOfMirrorImagesToo) {
  EXPECT_EQ(pair_value(0, 1), 'W');
  EXPECT_EQ(pair_value(7, 6), 'W');
  for (SetupId white = 0; white < 8; ++white)
    for (SetupId black = 0; black < 8; ++black)
      EXPECT_EQ(pair_value(white, black), pair_value(7 - white, 7 - black));
}

TEST(PairValues, AreKnownToTheSetupPhase) {
  const SetupPhase& phase = *module().setup_phase();
  for (SetupId white = 0; white < 8; ++white)
    for (SetupId black = 0; black < 8; ++black)
      EXPECT_EQ(std::string("B=W")[static_cast<std::size_t>(phase.solved_value(white, black).value() + 1)],
                pair_value(white, black));
}

}  // namespace tabiya::pawn_race::pawn_race_referee_test
