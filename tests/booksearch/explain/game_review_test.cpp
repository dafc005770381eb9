#include "booksearch/explain/game_review.h"

#include <gtest/gtest.h>

namespace tabiya::booksearch {
namespace game_review_test {

JudgedMove judged(Score before, Score after) {
  return {0, {"a", "a"}, {"b", "b"}, kRedView, before, after, 4, std::nullopt};
}

TEST(GameReview, MarksMovesByTheirLoss) {
  EXPECT_EQ(mark_of(judged(1'000, 1'000)), Mark::kNone);
  EXPECT_EQ(mark_of(judged(1'000, -1'000)), Mark::kNone);
  EXPECT_EQ(mark_of(judged(1'000, -1'001)), Mark::kDoubtful);
  EXPECT_EQ(mark_of(judged(1'000, -4'000)), Mark::kDoubtful);
  EXPECT_EQ(mark_of(judged(1'000, -4'001)), Mark::kMistake);
  EXPECT_EQ(mark_of(judged(win_in(5), 20'000)), Mark::kMissedWin);
  EXPECT_EQ(mark_of(judged(win_in(5), loss_in(4))), Mark::kMissedWin);
  EXPECT_EQ(mark_of(judged(win_in(5), win_in(9))), Mark::kNone);
  EXPECT_EQ(mark_of(judged(0, loss_in(4))), Mark::kBlunder);
  EXPECT_EQ(mark_of(judged(loss_in(8), loss_in(4))), Mark::kNone);
}

TEST(GameReview, DoesNotMarkTheBestMove) {
  JudgedMove move = judged(0, loss_in(4));
  move.best = move.played;
  EXPECT_EQ(mark_of(move), Mark::kNone);
}

TEST(GameReview, MarksNothingWithinTwiceTheError) {
  JudgedMove move = judged(1'000, -5'000);
  move.error = 3'000;
  EXPECT_EQ(mark_of(move), Mark::kNone);
  move.error = 2'999;
  EXPECT_EQ(mark_of(move), Mark::kMistake);
  JudgedMove blunder = judged(1'000, loss_in(4));
  blunder.error = 9'000;
  EXPECT_EQ(mark_of(blunder), Mark::kBlunder);
}

TEST(GameReview, SumsErrorsAsIndependentOnes) {
  SideSum sum;
  for (const Score error : {3'000, 4'000}) {
    JudgedMove move = judged(0, -100);
    move.error = error;
    sum.add(move);
  }
  EXPECT_DOUBLE_EQ(sum.squared_errors, 5'000.0 * 5'000.0);
}

TEST(GameReview, SumsWhatASideHasLost) {
  SideSum sum;
  sum.add(judged(1'000, 0));
  sum.add(judged(0, 500));
  sum.add(judged(0, -6'000));
  sum.add(judged(0, loss_in(4)));
  EXPECT_EQ(sum.moves, 4u);
  EXPECT_EQ(sum.loss, 7'000);
  EXPECT_EQ(sum.unknown, 1u);
  EXPECT_EQ(sum.marked(Mark::kMistake), 1u);
  EXPECT_EQ(sum.marked(Mark::kBlunder), 1u);
}

}  // namespace game_review_test
}  // namespace tabiya::booksearch
