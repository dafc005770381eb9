#include "booksearch/match/self_game.h"

#include <gtest/gtest.h>

#include <set>

#include "core/game/game_module.h"
#include "core/games/games.h"
#include "core/random.h"

namespace tabiya::booksearch {
namespace self_game_test {

TEST(SelfGame, GoesOnToItsEndAndIsAlwaysTheSame) {
  const GameModule& game = *find_game("zero_point_one");
  const auto engine = game.make_engine({}, {.table_bytes = 1 << 20}).value();
  Random random(3);
  std::set<double> scores;
  for (int i = 0; i < 12; ++i) {
    const auto [red, blue] = game.setup_phase()->draw_pair(random);
    const PositionHandle start = game.setup_phase()->position_after(red, blue);
    const Result<SelfGame> played = play_self_game(*engine, start, {.nodes = 100});
    const Result<SelfGame> again = play_self_game(*engine, start, {.nodes = 100});
    ASSERT_TRUE(played.ok() && again.ok());
    EXPECT_GT(played->values.size(), 5u);
    EXPECT_EQ(played->values, again->values);
    EXPECT_EQ(played->score, again->score);
    // The last value of a game that is won says so, from the view of side 0.
    if (played->score == 1) {
      EXPECT_GT(played->values.back(), 0);
    }
    if (played->score == 0) {
      EXPECT_LT(played->values.back(), 0);
    }
    scores.insert(played->score);
  }
  EXPECT_GT(scores.size(), 1u);
}

TEST(SelfGame, HasNoMovesWhereTheGameIsOver) {
  const GameModule& chess = *find_game("chess");
  const auto engine = chess.make_engine({}, {.table_bytes = 1 << 20}).value();
  for (const auto& [text, score] : {std::pair("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", 1.0),
                                    {"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", 0.5},
                                    {"8/8/8/8/8/8/5kq1/7K w - - 0 1", 0.0}}) {
    const Result<PositionHandle> position = chess.parse_position(text);
    ASSERT_TRUE(position.ok()) << text;
    const Result<SelfGame> game = play_self_game(*engine, *position, {.nodes = 100});
    ASSERT_TRUE(game.ok());
    EXPECT_TRUE(game->values.empty());
    EXPECT_EQ(game->score, score) << text;
  }
}

}  // namespace self_game_test
}  // namespace tabiya::booksearch
