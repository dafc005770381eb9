#include "booksearch/explain/game_review.h"

#include <gtest/gtest.h>

namespace tabiya::booksearch {
namespace search_error_test {

GameSearchResult iteration(int depth, Score score) {
  GameSearchResult result;
  result.depth = depth;
  result.best.score = score;
  return result;
}

SearchError error_of(std::initializer_list<GameSearchResult> iterations) {
  SearchError error;
  for (const GameSearchResult& each : iterations) error.add(each);
  return error;
}

TEST(SearchError, IsTheRootMeanSquareOfTheLastThreeChanges) {
  EXPECT_EQ(error_of({iteration(1, 9'000), iteration(2, 0), iteration(3, 300), iteration(4, 300),
                      iteration(5, -100)})
                .error(),
            289);  // of 300, 0 and 400
  EXPECT_EQ(error_of({iteration(1, 100), iteration(2, -100)}).error(), 200);
}

TEST(SearchError, CountsTheLastReportOfADepth) {
  EXPECT_EQ(error_of({iteration(1, 0), iteration(2, 50), iteration(2, 80), iteration(2, 80)}).error(), 80);
}

TEST(SearchError, IsNotKnownOfOneDepthAndNothingOfAProof) {
  EXPECT_FALSE(SearchError().error());
  EXPECT_FALSE(error_of({iteration(0, 5), iteration(1, 0)}).error());
  EXPECT_FALSE(error_of({iteration(1, win_in(3)), iteration(2, 100)}).error());
  EXPECT_EQ(error_of({iteration(1, 0), iteration(2, win_in(3))}).error(), 0);
}

TEST(SearchError, OfADifferenceAddsTheSquares) {
  EXPECT_EQ(error_of_difference(30, 40), 50);
  EXPECT_FALSE(error_of_difference(30, std::nullopt));
}

}  // namespace search_error_test
}  // namespace tabiya::booksearch
