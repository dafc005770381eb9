#include "booksearch/match/openings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/games/games.h"

namespace tabiya::booksearch {
namespace openings_test {

using ::testing::ElementsAre;

Result<PositionHandle> add(Opening& opening, const std::vector<std::string>& words) {
  return add_moves(*find_game("chess"), opening, words);
}

TEST(Openings, TakeMovesInEitherNotation) {
  Opening opening;
  ASSERT_TRUE(add(opening, {"white=RNBQKBNR", "black=BBQNNRKR", "Nf3"}));
  EXPECT_THAT(opening.moves, ElementsAre("white=RNBQKBNR", "black=BBQNNRKR", "g1f3"));
  Opening from{"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40", {}};
  EXPECT_EQ(add(from, {"Kd8", "e1a1"}).value()->side_to_move(), 1);
}

TEST(Openings, SayWhichMoveIsNotLegal) {
  Opening opening = usual_opening(*find_game("chess"));
  EXPECT_TRUE(add(opening, {"e4"}));
  opening.moves.clear();
  EXPECT_TRUE(add(opening, {"e2e4", "e7e5"}).ok());
  opening.moves.clear();
  EXPECT_TRUE(add(opening, {"e2e4", "e2e4"}).error().message.starts_with("'e2e4'"));
  Opening nowhere{"no position", {}};
  EXPECT_FALSE(add(nowhere, {}));
}

TEST(Openings, AreShuffledBySeedWithoutLosingOne) {
  std::vector<Opening> openings, again, other;
  for (int i = 0; i < 50; ++i) openings.push_back({std::to_string(i), {}});
  again = other = openings;
  const std::vector<Opening> sorted = openings;
  shuffle(openings, 1);
  shuffle(again, 1);
  shuffle(other, 2);
  EXPECT_EQ(openings, again);
  EXPECT_NE(openings, other);
  EXPECT_NE(openings, sorted);
  EXPECT_TRUE(std::ranges::is_permutation(openings, sorted));
}

}  // namespace openings_test
}  // namespace tabiya::booksearch
