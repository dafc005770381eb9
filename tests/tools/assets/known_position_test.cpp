#include "tools/assets/known_position.h"

#include <gtest/gtest.h>

#include "core/games/games.h"
#include "core/random.h"

namespace tabiya::tools::known_position_test {

TEST(KnownPosition, IsFoundByItsSetupsInEveryGame) {
  Random random(1);
  for (const GameModule* game : games()) {
    const SetupPhase* setups = game->setup_phase();
    if (setups == nullptr) continue;
    LoadedBook loaded{{}, setups, game};
    for (std::size_t i = 0; i < 20; ++i) {
      const auto [red, reply] = setups->draw_pair(random);
      const std::size_t place = find_pair(loaded, red, reply).value_or(i);
      loaded.book.entries.push_back({red, reply, 0, 1});
      const PositionHandle position = setups->position_after(red, reply);
      EXPECT_EQ(find_position(loaded, *position), place) << game->name();
      const SetupId red_mirror = setups->reds().mirror(red), reply_mirror = setups->blues().mirror(reply);
      EXPECT_EQ(find_position(loaded, *setups->position_after(red_mirror, reply_mirror)), place);
      const auto moved = position->play(0);
      ASSERT_TRUE(moved.has_value());
      EXPECT_EQ(find_position(loaded, *moved->second), std::nullopt) << game->name();
    }
    EXPECT_EQ(find_position(loaded, *game->start()), std::nullopt) << game->name();
  }
}

}  // namespace tabiya::tools::known_position_test
