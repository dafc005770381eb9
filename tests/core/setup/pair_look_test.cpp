// Looks at pairs of setups against what they stand for: the search of a player.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "core/game/game_module.h"
#include "core/games/games.h"
#include "core/random.h"
#include "core/search/settled_value.h"

namespace tabiya::pair_look_test {

constexpr std::uint64_t kNodes = 20'000;

class PairLookTest : public ::testing::TestWithParam<const char*> {
 protected:
  const GameModule& game = *find_game(GetParam());
  const SetupPhase& setups = *game.setup_phase();
  std::unique_ptr<PairOracle> oracle = setups.make_oracle({}).value();
};

TEST_P(PairLookTest, FindsWhatThePlayersSearchSettlesAt) {
  const auto searcher = oracle->searcher(1 << 20);
  const auto engine = game.make_engine({}, {.table_bytes = std::size_t{16} << 20}).value();
  Random random(5);
  for (int i = 0; i < 4; ++i) {
    const auto [red, blue] = setups.draw_pair(random);
    const PositionHandle position = setups.position_after(red, blue);
    const Score sign = position->side_to_move() == 0 ? 1 : -1;
    SettledValue expected;
    engine->new_game();
    const auto played = engine->search({&position, 1}, {.nodes = kNodes}, [&](const GameSearchResult& each) {
      expected.add(sign * each.best.score);
      return true;
    });
    searcher->set_red(red);
    const auto look = searcher->look(blue, kNodes);
    ASSERT_TRUE(look.ok() && look->has_value() && played.ok());
    EXPECT_EQ((*look)->red_value, expected.value());
    EXPECT_EQ((*look)->nodes, played->nodes);
  }
}

TEST_P(PairLookTest, DependsOnNothingThatWasSearchedBefore) {
  const auto fresh = oracle->searcher(1 << 20), used = oracle->searcher(1 << 20);
  Random random(6);
  const auto [red, blue] = setups.draw_pair(random);
  const auto [other_red, other_blue] = setups.draw_pair(random);
  used->set_red(other_red);
  ASSERT_TRUE(used->look(other_blue, kNodes).ok());
  used->set_red(red);
  const Score searched = used->search(blue, 5, -kInfiniteScore, kInfiniteScore)->red_value;
  fresh->set_red(red);
  EXPECT_EQ((*fresh->look(blue, kNodes))->red_value, (*used->look(blue, kNodes))->red_value);
  // And nothing that is searched depends on looks.
  EXPECT_EQ(fresh->search(blue, 5, -kInfiniteScore, kInfiniteScore)->red_value, searched);
}

INSTANTIATE_TEST_SUITE_P(Games, PairLookTest, ::testing::Values("zero_point_one", "chess"));

}  // namespace tabiya::pair_look_test
