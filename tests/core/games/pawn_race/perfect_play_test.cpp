#include "core/games/perfect_play.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/games/games.h"
#include "core/random.h"

namespace tabiya {
namespace {

const GameModule& race() { return *find_game("pawn_race"); }

std::unique_ptr<GameSolver> new_solver() { return race().make_solver(std::make_shared<ProofTable>(8 << 20)); }

// Whoever plays against the perfect player: a move out of those that there are.
using Opponent = std::function<std::string(const PositionHandle&)>;

SolvedValue value_of(GameSolver& judge, const PositionHandle& position) {
  return solve_value(judge, *position, {});
}

// The fewest winning replies for the other side; the verdicts are those of the opponent's own solver.
std::string trickiest(GameSolver& solver, const PositionHandle& position) {
  const int us = position->side_to_move();
  std::string best;
  int fewest = std::numeric_limits<int>::max();
  for (const MoveText& move : position->moves()) {
    const PositionHandle next = position->after(move.wire).value();
    int winning = value_by_rules(*next) == SolvedValue::won_by(us) ? -1 : 0;
    for (const MoveText& reply : next->moves())
      winning += value_of(solver, next->after(reply.wire).value()) == SolvedValue::won_by(1 - us);
    if (winning >= fewest) continue;
    fewest = winning;
    best = move.wire;
  }
  return best;
}

std::string searched(GameEngine& engine, const PositionHandle& position) {
  return engine.search({&position, 1}, {.depth = 5}, {}).best.pv.front().wire;
}

// A game from `position` on, with the perfect player on one side. What the player's moves are worth is judged
// by a solver that he has no part in. Returns how many moves he made.
int play_game(PositionHandle position, int perfect_side, PerfectPlay& player, const Opponent& opponent) {
  const auto judge = new_solver();
  int moves = 0;
  while (position->outcome() == Outcome::kOpen) {
    std::string move;
    if (position->side_to_move() == perfect_side) {
      const SolvedValue before = value_of(*judge, position);
      const auto choice = player.choose(position, {});
      if (!choice) {
        ADD_FAILURE() << "no move in " << position->text();
        return moves;
      }
      EXPECT_EQ(value_of(*judge, position->after(choice->move).value()), before)
          << choice->move << " in " << position->text();
      move = choice->move;
      ++moves;
    } else {
      move = opponent(position);
    }
    position = position->after(move).value();
  }
  return moves;
}

// A pair of setups after some random moves, with nothing decided by the rules.
PositionHandle after_random_moves(SetupId white, SetupId black, int plies, Random& random) {
  while (true) {
    PositionHandle position = race().setup_phase()->position_after(white, black);
    for (int ply = 0; ply < plies && position->outcome() == Outcome::kOpen; ++ply) {
      const auto moves = position->moves();
      position = position->after(moves[random.below(static_cast<std::uint32_t>(moves.size()))].wire).value();
    }
    if (position->outcome() == Outcome::kOpen) return position;
  }
}

TEST(PerfectPlay, LetsNoValueSlipAfterTheOpeningOfAnyPair) {
  constexpr int kPlies = 10;
  Random random(1);
  const auto engine = race().make_engine({}, {}).value();
  const auto trickster = new_solver();
  const std::vector<Opponent> opponents{
      [&](const PositionHandle& position) {
        const auto moves = position->moves();
        return moves[random.below(static_cast<std::uint32_t>(moves.size()))].wire;
      },
      [&](const PositionHandle& position) { return searched(*engine, position); },
      [&](const PositionHandle& position) { return trickiest(*trickster, position); }};
  int moves = 0;
  std::size_t next = 0;
  for (SetupId white = 0; white < 8; ++white) {
    for (SetupId black = 0; black < 8; ++black) {
      for (const int side : {0, 1}) {
        PerfectPlay player(new_solver());
        const PositionHandle start = after_random_moves(white, black, kPlies, random);
        moves += play_game(start, side, player, opponents[next++ % opponents.size()]);
      }
    }
  }
  EXPECT_GT(moves, 500);
}

TEST(PerfectPlay, ResistsAsWellAsItCan) {
  // White is lost. Two of his moves leave Black one reply that wins, the others several.
  PerfectPlay player(new_solver());
  const PositionHandle lost = race().parse_position("8/2p5/8/8/6p1/8/1P5P/8 w - - 0 1").value();
  const auto judge = new_solver();
  ASSERT_EQ(value_of(*judge, lost), SolvedValue::won_by(1));
  const auto choice = player.choose(lost, {});
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->value, SolvedValue::won_by(1));
}

TEST(PerfectPlay, GivesNoMoveWhereItIsNotInTime) {
  PerfectPlay player(new_solver());
  const PositionHandle hard = race().setup_phase()->position_after(0, 0);
  EXPECT_FALSE(player.choose(hard, {.nodes = 1'000}));
}

TEST(PerfectPlay, PlaysWhatWasPrepared) {
  const PositionHandle start = race().setup_phase()->position_after(0, 0);
  int asked = 0;
  const auto line = prepare_line(0, start, [&](const PositionHandle& at) -> Result<std::string> {
    return ++asked > 3 ? std::string(kSolveFromHere) : at->moves().back().wire;
  });
  ASSERT_TRUE(line);
  const auto first = FirstMoves::parse(race(), format_first_moves(race(), {*line}));
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->size(), 3u);
  PerfectPlay player(new_solver(), std::make_shared<FirstMoves>(*first));
  EXPECT_EQ(player.choose(start, {.nodes = 1})->move, start->moves().back().wire);
}

TEST(FirstMoves, RefusesWhatItCannotRead) {
  const std::string good =
      "tabiya first moves 1\ngame pawn_race\nrules 1\nstart 0 8/8/8/8/p7/8/8/P7 w - - 0 1\nwords 1\n.\n";
  const auto with = [&](const std::string& old, const std::string& now) {
    std::string text = good;
    return text.replace(text.find(old), old.size(), now);
  };
  for (const std::string& bad : {std::string(), with("moves 1", "moves 2"), with("pawn_race", "ard_ri"),
                                 with("rules 1", "rules 9"), with("start 0", "start 2"), with("w -", "x -"),
                                 with("words 1", "words 2"), with("words 1\n.", "words 1\na1a7")})
    EXPECT_FALSE(FirstMoves::parse(race(), bad)) << bad;
}

}  // namespace
}  // namespace tabiya
