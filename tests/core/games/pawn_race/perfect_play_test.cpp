#include "core/game/solving/perfect_play.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "core/game/solving/first_moves.h"
#include "core/game/solving/game_solver.h"
#include "core/games/games.h"
#include "core/games/pawn_race/setups.h"
#include "core/random.h"
#include "core/search/proof/proof_table.h"

namespace tabiya::perfect_play_test {

const GameModule& race() { return *find_game("pawn_race"); }

std::unique_ptr<GameSolver> new_solver() { return race().make_solver(std::make_shared<ProofTable>(8 << 20)); }

// Whoever plays against the perfect player: a move out of those that there are.
using Opponent = std::function<std::string(const PositionHandle&)>;

SolvedValue value_of(GameSolver& judge, const PositionHandle& position) {
  return solve_value(judge, *position, {});
}

// The fewest replies for the other side that win, as far as the opponent's own solver soon finds out.
std::string trickiest(GameSolver& solver, const PositionHandle& position) {
  constexpr Limits kSoon{.nodes = 20'000};
  const int us = position->side_to_move();
  std::string best;
  int fewest = std::numeric_limits<int>::max();
  for (const MoveText& move : position->moves()) {
    const PositionHandle next = position->after(move.wire).value();
    int winning = value_by_rules(*next) == SolvedValue::won_by(us) ? -1 : 0;
    for (const MoveText& reply : next->moves())
      winning += solve_value(solver, *next->after(reply.wire).value(), kSoon) == SolvedValue::won_by(1 - us);
    if (winning >= fewest) continue;
    fewest = winning;
    best = move.wire;
  }
  return best;
}

std::string searched(GameEngine& engine, const PositionHandle& position) {
  return engine.search({&position, 1}, {.depth = 5}, {})->best.pv.front().wire;
}

// What was seen in games of the player that the module makes.
struct Slips {
  int games = 0, kept = 0, slipped = 0;  // its moves where there was a value to keep
  double longest = 0;                    // answer, in seconds of processor time
};

// For a side: 1 if it wins, 0 in a draw.
int worth(const SolvedValue& value, int side) { return !value.winner ? 0 : value.winner == side ? 1 : -1; }
int worth(char pair_value, int side) {
  return pair_value == '=' ? 0 : (pair_value == 'W') == (side == 0) ? 1 : -1;
}

// The moves of `line` after a pair of gaps, then the rest of the game with the player on one side. What its
// moves are worth is judged by a solver that it has no part in, from so many plies after the gaps on, since
// before it takes minutes. There the position must still be worth what the pair was, if the game began with
// it.
class Game {
 public:
  Game(SetupId white, SetupId black, const std::vector<std::string>& line, int judged_from,
       const std::string& milliseconds)
      : judge_(new_solver()),
        position_(race().setup_phase()->position_after(white, black)),
        plies_until_judged_(judged_from - static_cast<int>(line.size())) {
    if (line.empty()) pair_value_ = pawn_race::pair_value(white, black);
    std::string opening =
        "Opening " + race().setup_phase()->wire(0, white) + " " + race().setup_phase()->wire(1, black);
    for (const std::string& move : line) {
      opening += " " + move;
      position_ = position_->after(move).value();
    }
    PlayerRequest request;
    request.search.table_bytes = 16 << 20;
    player_ = race().referee_protocol()->make_player(request).value();
    for (const std::string& words : {"Time " + milliseconds, opening})
      EXPECT_TRUE(player_->receive(words, std::chrono::steady_clock::now()));
  }

  void play(int side, const Opponent& opponent, Slips& slips) {
    ++slips.games;
    std::string said = "Start";
    for (; position_->outcome() == Outcome::kOpen; --plies_until_judged_) {
      if (position_->side_to_move() == side)
        answer(said, slips);
      else
        position_ = position_->after(said = opponent(position_)).value();
    }
  }

 private:
  void answer(const std::string& said, Slips& slips) {
    const int us = position_->side_to_move();
    const bool is_judged = plies_until_judged_ <= 0;
    const SolvedValue before = is_judged ? value_of(*judge_, position_) : SolvedValue::won_by(1 - us);
    if (is_judged && pair_value_ != '?') {
      EXPECT_GE(worth(before, us), worth(pair_value_, us)) << position_->text();
      pair_value_ = '?';
    }
    const std::clock_t start = std::clock();
    const auto move = player_->receive(said, std::chrono::steady_clock::now()).value();
    slips.longest = std::max(slips.longest, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    const PositionHandle next = position_->after(*move).value();
    if (before != SolvedValue::won_by(1 - us)) {
      const bool keeps = value_of(*judge_, next) == before;
      EXPECT_TRUE(keeps) << *move << " in " << position_->text();
      (keeps ? slips.kept : slips.slipped) += 1;
    }
    position_ = next;
  }

  std::unique_ptr<GameSolver> judge_;
  std::unique_ptr<RefereedPlayer> player_;
  PositionHandle position_;
  int plies_until_judged_;
  char pair_value_ = '?';  // until it has been compared
};

// Random moves after a pair of gaps, with nothing decided by the rules.
std::vector<std::string> random_line(SetupId white, SetupId black, int plies, Random& random) {
  while (true) {
    PositionHandle position = race().setup_phase()->position_after(white, black);
    std::vector<std::string> line;
    for (int ply = 0; ply < plies && position->outcome() == Outcome::kOpen; ++ply) {
      const auto moves = position->moves();
      line.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))].wire);
      position = position->after(line.back()).value();
    }
    if (position->outcome() == Outcome::kOpen) return line;
  }
}

// TABIYA_SLIP_TEST="PLIES FROM MS" is for the long form: so many random moves to begin with, the first ply
// after the gaps that is judged, and a time for each answer.
TEST(PerfectPlay, LetsNoValueSlipAfterTheOpeningOfAnyPair) {
  int plies = 10, judged_from = 0;
  std::string milliseconds = "1000000";
  if (const char* chosen = std::getenv("TABIYA_SLIP_TEST"))
    std::istringstream(chosen) >> plies >> judged_from >> milliseconds;
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
  Slips slips;
  std::size_t next = 0;
  for (SetupId white = 0; white < 8; ++white) {
    for (SetupId black = 0; black < 8; ++black) {
      for (const int side : {0, 1}) {
        Game game(white, black, random_line(white, black, plies, random), judged_from, milliseconds);
        game.play(side, opponents[next++ % opponents.size()], slips);
      }
    }
  }
  EXPECT_GT(slips.kept, 300);
  std::cout << slips.games << " games, " << slips.kept << " values kept, " << slips.slipped
            << " slipped, longest answer " << slips.longest << " s\n";
}

TEST(PerfectPlay, ResistsAsWellAsItCan) {
  // White is lost. Two of its moves leave Black one reply that wins, the others several.
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

TEST(FirstMoves, AreReadAsTheyWereWritten) {
  const PositionHandle start = race().setup_phase()->position_after(0, 0);
  const auto last_of = [](const PositionHandle& at) -> Result<std::string> {
    return at->moves().back().wire;
  };
  const auto line = prepare_line(0, start, 3, last_of);
  ASSERT_TRUE(line);
  const auto first = FirstMoves::parse(race(), format_first_moves(race(), 3, {*line}));
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->size(), 15u);  // after each of Black's 14 replies, too
  EXPECT_EQ(*first->move(*start), start->moves().back().wire);
  const PositionHandle third = start->after(line->words[0]).value()->after("b7b5").value();
  EXPECT_EQ(*first->move(*third), third->moves().back().wire);
  EXPECT_FALSE(first->move(*third->after("b2b4").value()));
}

TEST(FirstMoves, RefusesWhatItCannotRead) {
  const std::string good =
      "tabiya first moves 1\ngame pawn_race\nrules 1\nplies 1\nstart 0 8/8/8/8/p7/8/P7/8 w - - 0 1\n"
      "words 1\na2a3\n";
  const auto with = [&](const std::string& old, const std::string& now) {
    std::string text = good;
    return text.replace(text.find(old), old.size(), now);
  };
  for (const std::string& bad :
       {std::string(), with("moves 1", "moves 2"), with("pawn_race", "ard_ri"), with("rules 1", "rules 9"),
        with("start 0", "start 2"), with("w -", "x -"), with("words 1", "words 2"),
        with("words 1\na2a3", "words 1\na2a7"), with("plies 1", "plies -1")})

    EXPECT_FALSE(FirstMoves::parse(race(), bad)) << bad;
  EXPECT_TRUE(FirstMoves::parse(race(), good));
}

}  // namespace tabiya::perfect_play_test
