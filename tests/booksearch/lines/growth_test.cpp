#include "booksearch/lines/growth.h"

#include <gtest/gtest.h>

#include "tests/booksearch/lines/random_tree.h"
#include "tests/booksearch/lines/take_away.h"

namespace tabiya::booksearch {
namespace growth_test {

using test::NoisyJudge;
using test::RandomTree;
using test::TreeWalk;

constexpr double kNoise = 800;

// What a side loses in a game against an opponent who plays plausible moves, when it follows the book, and then what a search
// says: logit x 10,000, the mean of some games.
double regret_of(const RandomTree& tree, const NoisyJudge& judge, const BookGrowth& growth,
                 std::uint64_t seed) {
  constexpr int kGames = 10;
  Random random(seed);
  double regret = 0;
  for (int game = 0; game < kGames; ++game) {
    TreeWalk walk(tree);
    for (int ply = 0; tree.width(walk.node()) > 0; ++ply) {
      const auto loss = [&](int move) {
        return static_cast<double>(tree.value(walk.node())) + tree.value(tree.after(walk.node(), move));
      };
      const MoveCode own = test::book_move(growth, walk).value_or(*judge.best(walk.node(), {}).move);
      const bool is_own_turn = ply % 2 == game % 2;
      const MoveCode move = is_own_turn ? own : test::plausible_move(tree, walk.node(), random);
      if (is_own_turn) regret += loss(move);
      walk.play(move);
    }
  }
  return regret / kGames;
}

struct Quality {
  int inside = 0;    // books whose root's true value lies in its interval of 95 %
  double error = 0;  // that they state, on average
  double regret = 0;
};

Quality quality_of(const ExpansionCosts& costs, std::size_t positions, int books) {
  Quality quality;
  for (int book = 0; book < books; ++book) {
    const auto seed = static_cast<std::uint64_t>(book);
    const RandomTree tree(1'000 + seed, 4, 7);
    NoisyJudge judge(tree, kNoise, seed);
    BookGrowth growth(test::roots_of(tree), {.costs = costs, .positions = positions});
    EXPECT_TRUE(test::grow(growth, judge).ok());
    const BookValue value = growth.values()[0];
    quality.inside += std::abs(value.value - tree.value(tree.root())) <= 1.96 * value.error;
    quality.error += static_cast<double>(value.error) / books;
    quality.regret += regret_of(tree, judge, growth, seed) / books;
  }
  return quality;
}

TEST(BookGrowth, KnowsHowSureItIs) {
  const Quality one_search = quality_of({}, 1, 100), book = quality_of({}, 150, 100);
  EXPECT_GE(one_search.inside, 93);
  EXPECT_GE(book.inside, 93);
  EXPECT_LT(book.error, one_search.error / 4);
}

// The table that booksearch/HISTORY.md has, of fewer trees.
TEST(BookGrowth, LooksWhereItSavesMost) {
  constexpr int kBooks = 30;
  const double usual = quality_of({}, 150, kBooks).regret;
  EXPECT_LT(usual, 0.3 * quality_of({}, 1, kBooks).regret) << "no book";
  EXPECT_LT(usual, 0.3 * quality_of({1, {0, 0}, 0}, 150, kBooks).regret) << "breadth first";
  EXPECT_LT(usual, 0.7 * quality_of({1, {1, 1}, 0}, 150, kBooks).regret) << "losses cost little";
  ExpansionCosts by_confidence;
  by_confidence.confidence = 2'000;
  EXPECT_LT(usual, 0.8 * quality_of(by_confidence, 150, kBooks).regret) << "upper confidence bounds";
}

TEST(BookGrowth, ProvesWhatItHasSeenToTheEnd) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const RandomTree tree(seed, 3, 5);
    NoisyJudge judge(tree, kNoise, seed);
    BookGrowth growth(test::roots_of(tree), {});
    ASSERT_TRUE(test::grow(growth, judge).ok());
    EXPECT_EQ(growth.values()[0], (BookValue{tree.value(tree.root()), 0}));
  }
}

TEST(BookGrowth, StatesTheErrorOfASearch) {
  const RandomTree tree(4, 4, 8);
  NoisyJudge judge(tree, kNoise, 4);
  BookGrowth growth(test::roots_of(tree), {.positions = 1'000});
  ASSERT_TRUE(test::grow(growth, judge).ok());
  EXPECT_GT(growth.search_error(), kNoise);
  EXPECT_LT(growth.search_error(), 1.7 * kNoise) << "that of two searches";
}

TEST(BookGrowth, MeetsAPositionOnceHoweverItIsReached) {
  constexpr int kStones = 40;
  test::TakeAwayJudge judge(kStones);
  BookGrowth growth({std::make_shared<test::TakeAway>(kStones)}, {});
  ASSERT_TRUE(test::grow(growth, judge).ok());
  EXPECT_LE(growth.graph().size(), 2u * (kStones + 1));
  EXPECT_EQ(growth.values()[0], (BookValue{-1'000, 0})) << "multiples of four are lost";
}

TEST(BookGrowth, RefusesAnswersThatNobodyCanGive) {
  const RandomTree tree(3, 3, 5);
  for (const MoveCode wrong : {MoveCode{7}, MoveCode{0}}) {
    BookGrowth growth(test::roots_of(tree), {});
    ASSERT_TRUE(growth.take(std::vector<MoveAnswer>{{MoveCode{0}, {10, false}, 1, 1}}).ok());
    // Of the position after move 0, and of the others in the first one.
    ASSERT_EQ(growth.questions().size(), 2u);
    const Status status =
        growth.take(std::vector<MoveAnswer>{{MoveCode{1}, {0, false}, 1, 1}, {wrong, {0, false}, 1, 1}});
    ASSERT_FALSE(status.ok()) << wrong;
    EXPECT_EQ(status.error().code, ErrorCode::kCorrupt);
  }
}

}  // namespace growth_test
}  // namespace tabiya::booksearch
