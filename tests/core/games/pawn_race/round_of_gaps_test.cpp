#include "core/games/pawn_race/round_of_gaps.h"

#include <gtest/gtest.h>

#include <set>

namespace tabiya::pawn_race {
namespace {

GapWorths all_lost() { return {}; }

TEST(RoundOfGaps, TakesWhatWinsThenWhatDraws) {
  GapWorths worths = all_lost();
  worths[2][5] = worths[5][2] = Worth::kWin;  // mirror images
  worths[1][0] = worths[6][7] = Worth::kDraw;
  Random random(1);
  RoundOfGaps round(worths);
  const Gaps first = round.choose_best(random), second = round.choose_best(random);
  EXPECT_TRUE((first == Gaps{2, 5} || first == Gaps{5, 2}));
  EXPECT_TRUE((second == Gaps{1, 0} || second == Gaps{6, 7}));
}

TEST(RoundOfGaps, VariesAmongEqualsAndKeepsTheRulesOfARound) {
  std::set<Gaps> firsts;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    RoundOfGaps round(all_lost());
    std::set<Gaps> chosen;
    int opposite = 0;
    for (int game = 0; game < 5; ++game) {
      const Gaps gaps = round.choose_best(random);
      if (game == 0) firsts.insert(gaps);
      opposite += gaps.are_opposite();
      EXPECT_FALSE(chosen.contains(gaps) || chosen.contains(gaps.mirrored()));
      chosen.insert(gaps);
    }
    EXPECT_LE(opposite, 1);
  }
  EXPECT_GT(firsts.size(), 60u);
}

TEST(RoundOfGaps, KnowsWhatWasChosenBefore) {
  RoundOfGaps round(all_lost());
  round.choose({3, 3});
  for (const Gaps gaps : {Gaps{3, 3}, Gaps{4, 4}, Gaps{0, 0}}) EXPECT_FALSE(round.may_choose(gaps));
  EXPECT_TRUE(round.may_choose({3, 4}));
}

}  // namespace
}  // namespace tabiya::pawn_race
