#include "core/games/pawn_race/setups.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/games/pawn_race/module.h"

namespace tabiya::pawn_race::gaps_chooser_test {

// What Black gets, more is better.
std::size_t worth(const SetupPair& pair) { return std::string("W=B").find(pair_value(pair.red, pair.blue)); }

TEST(GapsChooser, TakesTheBestThatTheRoundLeavesHim) {
  for (std::uint64_t round = 0; round < 200; ++round) {
    std::vector<SetupPair> chosen;
    for (std::uint64_t choice = 0; choice < kGamesOfRound; ++choice) {
      const SetupPair pair = GapsChooser(round * kGamesOfRound + choice).pair();
      EXPECT_TRUE(may_choose(pair, chosen)) << round;
      for (SetupId white = 0; white < 8; ++white) {
        for (SetupId black = 0; black < 8; ++black) {
          const bool is_better = worth({white, black}) > worth(pair);
          EXPECT_FALSE(is_better && may_choose({white, black}, chosen)) << round << white << black;
        }
      }
      chosen.push_back(pair);
    }
  }
}

TEST(GapsChooser, VariesAmongEquals) {
  std::set<std::pair<SetupId, SetupId>> first, second;
  for (std::uint64_t round = 0; round < 300; ++round) {
    const SetupPair one = GapsChooser(round * kGamesOfRound).pair();
    const SetupPair two = GapsChooser(round * kGamesOfRound + 1).pair();
    first.emplace(one.red, one.blue);
    second.emplace(two.red, two.blue);
  }
  for (const auto& [white, black] : first) EXPECT_TRUE(first.contains({7 - white, 7 - black}));
  EXPECT_GT(second.size(), 1u);
}

TEST(GapsChooser, KeepsTheRulesOfARound) {
  const std::vector<SetupPair> before{{3, 3}, {1, 2}};
  for (const SetupPair pair :
       {SetupPair{3, 3}, SetupPair{4, 4}, SetupPair{0, 0}, SetupPair{1, 2}, SetupPair{6, 5}})
    EXPECT_FALSE(may_choose(pair, before)) << pair.red << pair.blue;
  for (const SetupPair pair : {SetupPair{3, 4}, SetupPair{2, 1}, SetupPair{5, 6}})
    EXPECT_TRUE(may_choose(pair, before)) << pair.red << pair.blue;
}

TEST(GapsChooser, AnswersAGivenGapAsWellAsThereIs) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (SetupId white = 0; white < 8; ++white) {
      const SetupId black = GapsChooser(seed * kGamesOfRound).blue_reply(white, {});
      for (SetupId other = 0; other < 8; ++other)
        EXPECT_LE(worth({white, other}), worth({white, black})) << white;
    }
  }
}

TEST(GapsChooser, IsTheOneOfTheModule) {
  const SetupPhase& phase = *module().setup_phase();
  EXPECT_EQ(phase.chooser_of(0), 1);
  const auto engine = *phase.make_pair_engine({}, {.table_bytes = 1 << 20});
  SetupSource source;
  source.opening.seed = 7;
  const auto chooser = phase.make_chooser(*engine, source);
  EXPECT_EQ(chooser->red_setup({}), GapsChooser(7).pair().red);
}

}  // namespace tabiya::pawn_race::gaps_chooser_test
