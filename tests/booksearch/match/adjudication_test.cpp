#include "booksearch/match/adjudication.h"

#include <gtest/gtest.h>

#include "codec/text.h"
#include "core/games/games.h"

namespace tabiya::booksearch {
namespace adjudication_test {

using Verdict = Adjudicator::Verdict;

// A game of moves without captures from this move number on.
class Game {
 public:
  explicit Game(const AdjudicationRules& rules, int number = 20) : adjudicator_(rules), number_(number) {}

  Verdict move(const Thought& thought, int clock = 9) {
    const bool is_black = plies_ % 2 == 1;
    if (is_black) ++number_;
    const std::string text =
        concat("4k3/8/8/8/8/8/8/R3K3 ", is_black ? 'w' : 'b', " - - ", clock, " ", number_);
    adjudicator_.note(static_cast<std::size_t>(plies_++ % 2), thought,
                      *find_game("chess")->parse_position(text).value());
    return adjudicator_.verdict();
  }
  Verdict move(int centipawns) { return move(Thought{.centipawns = centipawns}); }

 private:
  Adjudicator adjudicator_;
  int number_, plies_ = 0;
};

TEST(Adjudication, ReadsTheFieldsOfTesters) {
  const DrawRule draw = parse_draw_rule("movenumber=40 movecount=8 score=10").value();
  EXPECT_EQ(draw.move_number, 40);
  EXPECT_EQ(draw.move_count, 8);
  EXPECT_EQ(draw.score, 10);
  EXPECT_EQ(parse_draw_rule("score=5,movecount=2")->move_number, 0);
  const ResignRule resign = parse_resign_rule("movecount=3 score=600 twosided=true").value();
  EXPECT_EQ(resign.move_count, 3);
  EXPECT_EQ(resign.score, 600);
  EXPECT_TRUE(resign.is_two_sided);
  EXPECT_FALSE(parse_resign_rule("score=600 twosided=false")->is_two_sided);
  for (const char* wrong :
       {"movecount", "movecount=", "movecount=0", "score=-1", "moves=3", "score=x", "score=99999999"})
    EXPECT_FALSE(parse_draw_rule(wrong)) << wrong;
  EXPECT_EQ(parse_resign_rule("twosided=yes").error().message,
            "'twosided=yes' is not a field with its value, such as movecount=3");
}

TEST(Adjudication, DrawsWhatBothSidesFindLevel) {
  const AdjudicationRules rules{.draw = DrawRule{.move_number = 21, .move_count = 2, .score = 10}};
  Game game(rules);
  for (const int value : {0, -10, 10}) EXPECT_EQ(game.move(value), Verdict::kOpen);
  EXPECT_EQ(game.move(3), Verdict::kDraw);
  Game early(rules, 10);
  for (int i = 0; i < 23; ++i) EXPECT_EQ(early.move(0), Verdict::kOpen);
  EXPECT_EQ(early.move(0), Verdict::kDraw);  // the 21st move of both sides was made
  for (const Thought& other : {Thought{.centipawns = 11}, Thought{.mate_in = 1}, Thought{}}) {
    Game broken(rules);
    for (int i = 0; i < 3; ++i) broken.move(0);
    EXPECT_EQ(broken.move(other), Verdict::kOpen);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(broken.move(0), Verdict::kOpen);
    EXPECT_EQ(broken.move(0), Verdict::kDraw);
  }
  Game captured(rules);
  for (int i = 0; i < 3; ++i) captured.move(0);
  EXPECT_EQ(captured.move(Thought{.centipawns = 0}, 0), Verdict::kOpen);  // counts as the first again
  for (int i = 0; i < 2; ++i) EXPECT_EQ(captured.move(0), Verdict::kOpen);
  EXPECT_EQ(captured.move(0), Verdict::kDraw);
}

TEST(Adjudication, EndsWhatASideFindsLost) {
  const AdjudicationRules rules{.resign = ResignRule{.move_count = 2, .score = 500}};
  Game game(rules);
  EXPECT_EQ(game.move(-500), Verdict::kOpen);
  EXPECT_EQ(game.move(0), Verdict::kOpen);
  EXPECT_EQ(game.move(Thought{.mate_in = -3}), Verdict::kLost);  // by White, who has just moved
  Game winning(rules);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(winning.move(i % 2 == 0 ? 900 : -100), Verdict::kOpen);
}

TEST(Adjudication, WantsBothSidesToAgreeWhereItIsTwoSided) {
  const AdjudicationRules rules{.resign = ResignRule{.move_count = 2, .score = 500, .is_two_sided = true}};
  Game game(rules);
  for (const int value : {-600, 500, -700}) EXPECT_EQ(game.move(value), Verdict::kOpen);
  EXPECT_EQ(game.move(800), Verdict::kOpen);  // who wins does not resign
  EXPECT_EQ(game.move(-600), Verdict::kLost);
  Game doubtful(rules);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(doubtful.move(i % 2 == 0 ? -600 : 499), Verdict::kOpen);
}

TEST(Adjudication, DrawsLongGames) {
  const AdjudicationRules rules{.moves = 3};
  Game game(rules);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(game.move(Thought{}), Verdict::kOpen);
  EXPECT_EQ(game.move(Thought{}), Verdict::kMoveLimit);
}

}  // namespace adjudication_test
}  // namespace tabiya::booksearch
