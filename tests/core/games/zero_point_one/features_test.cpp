#include "core/games/zero_point_one/features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/core/games/zero_point_one/random_game.h"

namespace tabiya::zero_point_one::features_test {

Square square(const char* name) { return static_cast<Square>((name[0] - 'a') * 8 + name[1] - '1'); }

// The definition of the published format, worked out square by square.
Feature board_feature_by_definition(Square wazir, bool foreign, Kind kind, Square at) {
  const char* const triangle[] = {"a1", "a2", "a3", "a4", "b2", "b3", "b4", "c3", "c4", "d4"};
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    const auto turn = [&](Square from) {
      int row = from / 8, column = from % 8;
      if (symmetry & 1) column = 7 - column;
      if (symmetry & 2) row = 7 - row;
      if (symmetry & 4) std::swap(row, column);
      return static_cast<Square>(row * 8 + column);
    };
    for (int n = 0; n < 10; ++n) {
      if (turn(wazir) != square(triangle[n])) continue;
      return static_cast<Feature>(n * 636 + (foreign * 4 + static_cast<int>(kind)) * 64 + turn(at));
    }
  }
  return 0xFFFF;
}

TEST(Features, OnTheBoardFollowTheDefinition) {
  for (Square wazir = 0; wazir < 64; ++wazir) {
    for (const bool foreign : {false, true}) {
      for (Kind kind : kAllKinds) {
        for (Square at = 0; at < 64; ++at) {
          ASSERT_EQ(board_feature(wazir, foreign, kind, at),
                    board_feature_by_definition(wazir, foreign, kind, at));
        }
      }
    }
  }
}

TEST(Features, InHandsFollowTheBoard) {
  EXPECT_EQ(hand_feature(square("a1"), false, Kind::kAlfil, 0), 576);
  EXPECT_EQ(hand_feature(square("a1"), true, Kind::kAlfil, 15), 576 + 30 + 15);
  EXPECT_EQ(hand_feature(square("h8"), false, Kind::kDabbaba, 7), 576 + 16 + 7);
  EXPECT_EQ(hand_feature(square("e5"), true, Kind::kKnight, 1), 9 * 636 + 576 + 30 + 28 + 1);
  EXPECT_EQ(hand_feature(square("a1"), false, Kind::kFerz, 3), 576 + 24 + 3);
}

TEST(Features, OfAGameAreThirtyOneDifferentOnes) {
  Random random(4);
  for (int game = 0; game < 20; ++game) {
    play_random_game(random, [](const Position& position, Move) {
      for (Side side : kBothSides) {
        if (!position.has_wazir(side) || !position.has_wazir(other(side))) continue;
        const FeatureList features = list_features<Features>(position, index(side));
        const std::span<const Feature> list = features;
        ASSERT_EQ(list.size(), 31u);
        ASSERT_EQ(std::set<Feature>(list.begin(), list.end()).size(), 31u);
        ASSERT_LT(std::ranges::max(list), kFeatures);
      }
    });
  }
}

}  // namespace tabiya::zero_point_one::features_test
