#include "booksearch/explain/piece_worth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/board/move_text.h"
#include "core/games/games.h"
#include "core/random.h"

namespace tabiya::booksearch {
namespace royal_safety_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

PositionHandle chess(const std::string& fen) { return find_game("chess")->parse_position(fen).value(); }

std::size_t at(const std::string& name) {
  return static_cast<std::size_t>(8 * (name[1] - '1') + (name[0] - 'a'));
}

TEST(RoyalZone, CountsPiecesAndSquaresNextToTheKing) {
  // The queen reaches f7, g6 and h7; the bishop f7 alone; the king nothing.
  const auto zone = royal_zone(*chess("6k1/5ppp/8/7Q/2B5/8/8/4K3 w - - 0 1"), 1);
  ASSERT_TRUE(zone);
  EXPECT_EQ(zone->square, at("g8"));
  EXPECT_THAT(zone->attackers, ElementsAre(at("c4"), at("h5")));
  EXPECT_EQ(zone->reached, 2u);  // f7 and h7
  const auto quiet = royal_zone(*find_game("chess")->usual_start(), 1);
  ASSERT_TRUE(quiet);
  EXPECT_THAT(quiet->attackers, IsEmpty());
  EXPECT_EQ(quiet->reached, 0u);
}

TEST(RoyalZone, IsOfGamesWithOneRoyalPieceOfASide) {
  EXPECT_FALSE(royal_zone(*find_game("pawn_race")->usual_start(), 0));
  EXPECT_FALSE(royal_zone(*find_game("pawn_race")->usual_start(), 1));
}

// The reference reads squares out of the notation of chess moves.
TEST(RoyalZone, AgreesWithTheWrittenMovesOfRandomPositions) {
  Random random(5);
  for (int games = 0; games < 30; ++games) {
    PositionHandle position = find_game("chess")->usual_start();
    for (int ply = 0; ply < 40 && position->outcome() == Outcome::kOpen; ++ply) {
      const std::size_t other = 1 - static_cast<std::size_t>(position->side_to_move());
      const auto zone = royal_zone(*position, other);
      ASSERT_TRUE(zone);
      std::size_t reached = 0;
      for (int row = -1; row <= 1; ++row) {
        for (int column = -1; column <= 1; ++column) {
          const int x = static_cast<int>(zone->square % 8) + column,
                    y = static_cast<int>(zone->square / 8) + row;
          const std::string name{static_cast<char>('a' + x), static_cast<char>('1' + y)};
          reached += std::ranges::any_of(
              position->moves(), [&](const MoveText& move) { return move.wire.substr(2, 2) == name; });
        }
      }
      EXPECT_EQ(zone->reached, reached) << position->text();
      position = position->play(random.below(static_cast<std::uint32_t>(position->moves().size())))->second;
    }
  }
}

TEST(AttacksRoyal, WhereOneOfThreeMovesGoesNextToIt) {
  const PositionHandle position = chess("6k1/5ppp/8/7Q/2B5/8/8/4K3 w - - 0 1");
  const MoveText check{"h5f7", "Qxf7+"}, quiet{"e1d1", "Kd1"}, reply{"a7a6", "a6"};
  EXPECT_TRUE(attacks_royal(position, {{check}}));
  EXPECT_FALSE(attacks_royal(position, {{quiet}}));
  EXPECT_TRUE(attacks_royal(
      position, {{quiet, {"h7h6", "h6"}, {"h5h6", "Qxh6"}, {"g7h6", "gxh6"}, {"c4f7", "Bxf7+"}}}));
  EXPECT_FALSE(attacks_royal(position, {{reply}})) << "not a legal move";
}

}  // namespace royal_safety_test
}  // namespace tabiya::booksearch
