#include "core/games/ard_ri/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/game/module_of.h"
#include "core/games/ard_ri/module.h"
#include "core/games/ard_ri/notation.h"
#include "core/random.h"
#include "tests/core/games/ard_ri/naive_rules.h"
#include "tests/core/games/symmetry_check.h"

namespace tabiya::ard_ri::ard_ri_rules_test {

using test::NaiveGame;

std::vector<std::string> legal_moves(const Position& position) {
  MoveList<Move> moves;
  Rules::generate_all(position, moves);
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(format_move(move));
  std::ranges::sort(texts);
  return texts;
}

Position position_of(const std::string& text) { return parse_position(text).value(); }

// Random games, in which both implementations have the same moves and come to the same positions.
TEST(ArdRiRules, AreThoseOfTheNaiveImplementation) {
  Random random(17);
  int positions = 0, captures = 0, ends = 0;
  while (positions < 20'000) {
    Position position = Position::start();
    NaiveGame naive(format_position(position));
    for (int ply = 0; ply < 200; ++ply, ++positions) {
      std::vector<std::string> expected = naive.moves();
      std::ranges::sort(expected);
      const std::vector<std::string> moves = legal_moves(position);
      ASSERT_EQ(moves, expected) << format_position(position);
      if (moves.empty()) {
        ++ends;
        break;
      }
      const std::string text = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      const Move move = parse_move(position, text).value();
      const bool captures_something = Rules::is_capture(position, move);
      const int pieces = count(position.occupied());
      position.play(move);
      naive.play(text);
      const bool won = Rules::outcome(position) == Outcome::kLoss;
      EXPECT_EQ(captures_something, count(position.occupied()) < pieces || won);
      captures += captures_something;
      ASSERT_EQ(NaiveGame(format_position(position)).rows, naive.rows) << text;
      // The hash is that of the position, by whatever way it came about.
      const Position again = position_of(format_position(position));
      ASSERT_EQ(again.hash(), position.hash());
    }
  }
  EXPECT_GT(captures, 100);
  EXPECT_GT(ends, 10);
}

TEST(ArdRiRules, TheKingIsCapturedBetweenAttackersTheEdgeAndOffLimits) {
  Position position = position_of("7/7/7/7/7/V6/1KV4 a");
  position.play(parse_move(position, "a2b2").value());
  EXPECT_EQ(position.king(), kNoSquare);
  EXPECT_EQ(Rules::outcome(position), Outcome::kLoss);
  EXPECT_TRUE(legal_moves(position).empty());
}

TEST(ArdRiRules, TheKingMayWalkIntoSuchAPlace) {
  Position position = position_of("7/3V3/2V1V2/3K3/7/7/7 d");
  position.play(parse_move(position, "d4d5").value());
  EXPECT_EQ(Rules::outcome(position), Outcome::kOpen);
  position.play(parse_move(position, "d6d7").value());
  EXPECT_EQ(Rules::outcome(position), Outcome::kOpen);
}

TEST(ArdRiRules, OneMoveCapturesUpToThreeMen) {
  Position position = position_of("5K1/7/2V4/2O4/VO1OV2/2V4/7 a");
  position.play(parse_move(position, "c2c3").value());
  EXPECT_EQ(format_position(position), "5K1/7/2V4/7/V1V1V2/7/7 d");
}

TEST(ArdRiRules, MovingInBetweenIsSafeAndTheKingHelpsToCapture) {
  Position between = position_of("5K1/7/7/7/V1V4/1O5/7 d");
  between.play(parse_move(between, "b2b3").value());
  EXPECT_EQ(format_position(between), "5K1/7/7/7/VOV4/7/7 a");
  Position helped = position_of("7/7/7/7/1KV4/3O3/7 d");
  helped.play(parse_move(helped, "d2d3").value());
  EXPECT_EQ(format_position(helped), "7/7/7/7/1K1O3/7/7 a");
}

TEST(ArdRiModule, IsDrawnWhenAPositionStandsForTheThirdTime) {
  PositionHandle position = module().start();
  const char* kShuffle[] = {"c3b3", "c1b1", "b3c3", "b1c1"};
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(position->outcome(), Outcome::kOpen) << i;
    const auto next = position->after(kShuffle[i % 4]);
    ASSERT_TRUE(next) << i << next.error().message;
    position = *next;
  }
  EXPECT_EQ(position->outcome(), Outcome::kDraw);
  EXPECT_EQ(position->result(), "The game is drawn: the position has stood 3 times");
  EXPECT_TRUE(position->moves().empty());
  EXPECT_FALSE(position->after("c3b3"));
}

TEST(ArdRiModule, FindsTheKingsWayToACorner) {
  const auto engine = module().make_engine({}, {.table_bytes = 1 << 20}).value();
  const PositionHandle root = *module().parse_position("7/7/V6/V6/V6/7/2K4 d");
  const GameSearchResult found = *engine->search({&root, 1}, {.depth = 5}, {});
  EXPECT_EQ(plies_to_win(found.best.score), 3);
  EXPECT_EQ(found.best.pv.size(), 3u);
}

TEST(ArdRiSymmetry, ImagesOfPositionsAreOneInBooks) {
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    tabiya::test::expect_symmetries<Rules>(Position::start(), seed);
}

}  // namespace tabiya::ard_ri::ard_ri_rules_test
