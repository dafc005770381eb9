#include "core/games/pawn_race/setups.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/games/pawn_race/module.h"

namespace tabiya::pawn_race::gaps_chooser_test {

// What Black gets, more is better.
std::size_t worth(const GapPair& pair) { return std::string("W=B").find(pair_value(pair.white, pair.black)); }

TEST(GapsChooser, TakesTheBestThatTheRoundLeavesHim) {
  for (std::uint64_t round = 0; round < 200; ++round) {
    std::vector<GapPair> chosen;
    for (std::uint64_t choice = 0; choice < kGamesOfRound; ++choice) {
      const GapPair pair = GapsChooser(round * kGamesOfRound + choice).pair();
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
    const GapPair one = GapsChooser(round * kGamesOfRound).pair();
    const GapPair two = GapsChooser(round * kGamesOfRound + 1).pair();
    first.emplace(one.white, one.black);
    second.emplace(two.white, two.black);
  }
  for (const auto& [white, black] : first) EXPECT_TRUE(first.contains({7 - white, 7 - black}));
  EXPECT_GT(second.size(), 1u);
}

TEST(GapsChooser, KeepsTheRulesOfARound) {
  const std::vector<GapPair> before{{3, 3}, {1, 2}};
  for (const GapPair pair : {GapPair{3, 3}, GapPair{4, 4}, GapPair{0, 0}, GapPair{1, 2}, GapPair{6, 5}})
    EXPECT_FALSE(may_choose(pair, before)) << pair.white << pair.black;
  for (const GapPair pair : {GapPair{3, 4}, GapPair{2, 1}, GapPair{5, 6}})
    EXPECT_TRUE(may_choose(pair, before)) << pair.white << pair.black;
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
  EXPECT_EQ(chooser->red_setup({}), GapsChooser(7).pair().white);
}

}  // namespace tabiya::pawn_race::gaps_chooser_test
