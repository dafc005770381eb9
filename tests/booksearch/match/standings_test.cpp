#include "booksearch/match/standings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace tabiya::booksearch {
namespace standings_test {

using ::testing::ElementsAre;

TEST(Pairings, OfTwoAreTheGamesOfAMatch) {
  const Pairings pairings;
  EXPECT_EQ(pairings.size(), 1u);
  for (std::uint64_t game = 0; game < 10; ++game) {
    EXPECT_EQ(pairings.opening_of(game), game / 2);
    EXPECT_EQ(pairings.engine_of(game, 0), game % 2);
    EXPECT_EQ(pairings.engine_of(game, 1), 1 - game % 2);
  }
}

// Every two engines that meet play every opening once from each side.
TEST(Pairings, MeetFromBothSides) {
  for (const bool is_gauntlet : {false, true}) {
    const Pairings pairings(4, is_gauntlet);
    EXPECT_EQ(pairings.size(), is_gauntlet ? 3u : 6u);
    std::map<std::array<std::uint64_t, 3>, int> games;  // first side, second side, opening
    for (std::uint64_t game = 0; game < 2 * 5 * pairings.size(); ++game)
      ++games[{pairings.engine_of(game, 0), pairings.engine_of(game, 1), pairings.opening_of(game)}];
    EXPECT_EQ(games.size(), 2 * 5 * pairings.size());
    for (const auto& [game, times] : games) {
      EXPECT_EQ(times, 1);
      EXPECT_NE(game[0], game[1]);
      EXPECT_TRUE(!is_gauntlet || game[0] == 0 || game[1] == 0);
      EXPECT_LT(game[2], 5u);
      EXPECT_TRUE(games.contains({game[1], game[0], game[2]}));
    }
  }
}

TEST(Standings, AddUpWhatEnginesScoredAgainstEachOther) {
  const Pairings pairings(3);  // first - second, first - third, second - third
  std::vector<Scoreboard> boards(pairings.size());
  const auto play = [&](std::size_t pairing, std::vector<int> half_points) {
    for (std::size_t i = 0; i < half_points.size(); ++i) boards[pairing].add(i, half_points[i]);
  };
  play(0, {0, 1, 2, 0});  // the second one is better
  play(1, {2, 2, 2, 1});
  play(2, {2, 0, 2, 2});
  const std::vector<Standing> table = standings(pairings, boards);
  ASSERT_EQ(table.size(), 3u);
  EXPECT_EQ(table[0].engine, 1u);
  EXPECT_DOUBLE_EQ(table[0].tally.score(), 5.5 / 8);
  EXPECT_EQ(table[1].engine, 0u);
  EXPECT_DOUBLE_EQ(table[1].tally.score(), 5.0 / 8);
  EXPECT_EQ(table[2].engine, 2u);
  EXPECT_EQ(table[0].against[0]->wins, 2u);
  EXPECT_EQ(table[0].against[0]->losses, 1u);
  EXPECT_THAT(table[1].against[1]->pairs, ElementsAre(0, 1, 1, 0, 0));
  EXPECT_THAT(table[0].against[0]->pairs, ElementsAre(0, 0, 1, 1, 0));
  EXPECT_FALSE(table[0].against[1]);
  for (const Standing& standing : table) {
    std::uint64_t pairs = 0;
    for (const std::uint64_t count : standing.tally.pairs) pairs += count;
    EXPECT_EQ(pairs, 4u);
  }
}

TEST(Standings, OfAGauntletLeaveOutWhatWasNotPlayed) {
  const Pairings pairings(3, true);
  const std::vector<Standing> table = standings(pairings, std::vector<Scoreboard>(2));
  EXPECT_TRUE(table[0].against[1] && table[0].against[2]);
  EXPECT_FALSE(table[1].against[2]);
}

}  // namespace standings_test
}  // namespace tabiya::booksearch
