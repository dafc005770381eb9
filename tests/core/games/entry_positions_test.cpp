#include "core/game/entry_positions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/games/games.h"
#include "core/random.h"

namespace tabiya::entry_positions_test {

TEST(EntryPositions, AreFoundByTheirSetupsInEveryGame) {
  Random random(1);
  for (const GameModule* game : games()) {
    const SetupPhase* setups = game->setup_phase();
    if (setups == nullptr) continue;
    Book book;
    for (std::size_t i = 0; i < 20; ++i) {
      const auto [red, reply] = setups->draw_pair(random);
      const std::size_t place = find_pair(book, *setups, red, reply).value_or(i);
      book.entries.push_back({red, reply, 0, 1});
      const PositionHandle position = setups->position_after(red, reply);
      EXPECT_EQ(find_position(book, *setups, *position), place) << game->name();
      const SetupId red_mirror = setups->reds().mirror(red), reply_mirror = setups->blues().mirror(reply);
      EXPECT_EQ(find_position(book, *setups, *setups->position_after(red_mirror, reply_mirror)), place);
      const auto moved = position->play(0);
      ASSERT_TRUE(moved.has_value());
      EXPECT_EQ(find_position(book, *setups, *moved->second), std::nullopt) << game->name();
    }
    EXPECT_EQ(find_position(book, *setups, *game->start()), std::nullopt) << game->name();
  }
}

TEST(EntryPositions, LinesOfPlayComeBackInBothNotations) {
  Random random(2);
  for (const GameModule* game : games()) {
    const SetupPhase* setups = game->setup_phase();
    if (setups == nullptr) continue;
    const auto [red, reply] = setups->draw_pair(random);
    BookEntry entry{red, reply, 0, 1};
    entry.line = {2, 0, 1};
    const auto line = line_of(*setups, entry);
    ASSERT_TRUE(line.has_value()) << game->name();
    PositionHandle position = setups->position_after(red, reply);
    for (const std::uint16_t place : entry.line) position = position->play(place)->second;
    for (const auto notation : {&MoveText::wire, &MoveText::readable}) {
      const std::string text = line_text(*setups, entry, notation);
      EXPECT_EQ(text, (*line)[0].*notation + " " + (*line)[1].*notation + " " + (*line)[2].*notation);
      const auto places = parse_line(*setups, entry, text);
      ASSERT_TRUE(places.has_value()) << text;
      EXPECT_TRUE(std::ranges::equal(*places, entry.line)) << text;
    }
    EXPECT_EQ(parse_line(*setups, entry, (*line)[0].wire + " x"), std::nullopt);
    entry.line = {2, 999};
    EXPECT_EQ(line_of(*setups, entry), std::nullopt) << game->name();
    EXPECT_EQ(line_text(*setups, entry, &MoveText::wire), "");
  }
}

}  // namespace tabiya::entry_positions_test
