#include "core/games/pawn_race/race_guide.h"

#include <gtest/gtest.h>

#include <map>

#include "core/game/solving/game_solver.h"
#include "core/games/pawn_race/module.h"
#include "core/games/pawn_race/notation.h"
#include "core/random.h"
#include "core/search/proof/proof_table.h"

namespace tabiya::pawn_race::recognition_test {

// Values for the side to move, by every line of play.
class Minimax {
 public:
  Outcome value(const Position& position) {
    if (const Outcome outcome = Rules::outcome(position); outcome != Outcome::kOpen) return outcome;
    const auto known = values_.find(Rules::key(position));
    if (known != values_.end()) return known->second;
    MoveList<Move> moves;
    Rules::generate_all(position, moves);
    Outcome best = moves.empty() ? Outcome::kDraw : Outcome::kLoss;
    for (const Move move : moves) {
      Position next = position;
      next.play(move);
      const Outcome reply = value(next);
      if (reply == Outcome::kLoss) best = Outcome::kWin;
      if (reply == Outcome::kDraw && best == Outcome::kLoss) best = Outcome::kDraw;
      if (best == Outcome::kWin) break;
    }
    return values_[Rules::key(position)] = best;
  }

  bool wins(const Position& position, int side) {
    return value(position) == (index(position.side_to_move()) == side ? Outcome::kWin : Outcome::kLoss);
  }

 private:
  std::map<std::uint64_t, Outcome> values_;
};

// Up to `most` pawns of each side, on ranks where they can stand; not over.
Position random_position(Random& random, std::uint32_t most) {
  while (true) {
    Position position;
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      const std::uint32_t pawns = 1 + random.below(most);
      for (std::uint32_t i = 0; i < pawns; ++i) {
        const auto square = static_cast<Square>(8 + random.below(48));
        if (!has(position.occupied(), square)) position.put(side, square);
      }
    }
    position.set_side(random.below(2) == 0 ? Side::kWhite : Side::kBlack);
    const bool both_there = position.pawns(Side::kWhite) != 0 && position.pawns(Side::kBlack) != 0;
    if (both_there && Rules::outcome(position) == Outcome::kOpen) return position;
  }
}

// Positions of few pawns come out of the setups by random moves, too: with en-passant squares.
Position played_position(Random& random) {
  while (true) {
    Position position = random_position(random, 3);
    MoveList<Move> moves;
    Rules::generate_all(position, moves);
    if (moves.empty()) continue;
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    if (Rules::outcome(position) == Outcome::kOpen) return position;
  }
}

TEST(Recognition, IsRightWhereItSaysSomething) {
  Random random(1);
  Minimax minimax;
  std::map<Verdict, int> counts;
  for (int i = 0; i < 20'000; ++i) {
    const Position position = i % 2 == 0 ? random_position(random, 5) : played_position(random);
    for (const int attacker : {0, 1}) {
      const Verdict verdict = recognise(position, attacker);
      ++counts[verdict];
      if (verdict == Verdict::kUnknown) continue;
      ASSERT_EQ(verdict == Verdict::kAttackerWins, minimax.wins(position, attacker))
          << format_position(position) << " " << attacker;
    }
  }
  for (const Verdict verdict : {Verdict::kUnknown, Verdict::kAttackerWins, Verdict::kAttackerDoesNotWin})
    EXPECT_GT(counts[verdict], 500);
}

TEST(Recognition, TakesARaceThatEndsWithoutMovesForADraw) {
  // White's runner needs four moves, and Black, who cannot stop it, has no move after two.
  const Position draw = parse_position("8/8/8/P7/7p/8/7P/8 w - - 0 1").value();
  EXPECT_EQ(recognise(draw, index(Side::kWhite)), Verdict::kUnknown);
  Minimax minimax;
  EXPECT_EQ(minimax.value(draw), Outcome::kDraw);
  // With a pawn more that can move meanwhile, it wins.
  const Position won = parse_position("8/3p4/8/P7/7p/8/7P/8 w - - 0 1").value();
  EXPECT_EQ(recognise(won, index(Side::kWhite)), Verdict::kAttackerWins);
}

TEST(Recognition, LooksAtEachQuestionAlone) {
  // In the same race, Black is not going to win, whether it runs out of moves or not.
  const Position draw = parse_position("8/8/8/P7/7p/8/7P/8 w - - 0 1").value();
  EXPECT_EQ(recognise(draw, index(Side::kBlack)), Verdict::kAttackerDoesNotWin);
}

TEST(Recognition, CountsTheMovesOfPawnsThatMayCapture) {
  // White's runner on the e-file needs three moves. Black has a6, and f3 before it may capture on g2.
  const Position won = parse_position("8/p7/3p4/P2PP3/5p2/1P6/6P1/8 w - - 0 1").value();
  EXPECT_EQ(recognise(won, index(Side::kWhite)), Verdict::kAttackerWins);
  // Here White's runner needs five, and the pawn that may capture on c4 may as well be blocked on d4.
  const Position draw = parse_position("8/8/3p4/8/2Pp4/6P1/3P4/8 w - - 0 2").value();
  EXPECT_EQ(recognise(draw, index(Side::kWhite)), Verdict::kUnknown);
}

TEST(Recognition, SeesCapturesAfterWhichAPawnRuns) {
  const Position won = parse_position("8/p2p4/P3P3/8/7p/7P/8/8 w - - 0 1").value();
  EXPECT_EQ(recognise(won, index(Side::kWhite)), Verdict::kAttackerWins);
}

TEST(Recognition, SeesThatNobodyWillGetThrough) {
  const Position dead = parse_position("8/8/8/p1p1p3/P1P1P3/8/8/8 w - - 0 1").value();
  for (const int attacker : {0, 1}) EXPECT_EQ(recognise(dead, attacker), Verdict::kAttackerDoesNotWin);
}

TEST(RaceSolver, FindsTheValuesOfMinimax) {
  Random random(2);
  Minimax minimax;
  const auto solver = module().make_solver(std::make_shared<ProofTable>(1 << 22));
  std::map<Outcome, int> counts;
  for (int i = 0; i < 1'500; ++i) {
    const Position position = i % 2 == 0 ? random_position(random, 5) : played_position(random);
    const Outcome value = minimax.value(position);
    ++counts[value];
    const int us = index(position.side_to_move());
    const auto parsed = module().parse_position(format_position(position));
    ASSERT_TRUE(parsed) << format_position(position) << ": " << parsed.error().message;
    const PositionHandle& handle = *parsed;
    const SolvedValue expected = value == Outcome::kDraw  ? SolvedValue::draw()
                                 : value == Outcome::kWin ? SolvedValue::won_by(us)
                                                          : SolvedValue::won_by(1 - us);
    ASSERT_EQ(solve_value(*solver, *handle, {}), expected) << format_position(position);
  }
  for (const Outcome outcome : {Outcome::kWin, Outcome::kLoss, Outcome::kDraw})
    EXPECT_GT(counts[outcome], 50);
}

}  // namespace tabiya::pawn_race::recognition_test
