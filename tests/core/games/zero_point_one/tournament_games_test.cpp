// Real games of a tournament, replayed to their results.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "tests/support/checkout.h"

namespace tabiya::zero_point_one::tournament_games_test {

// "red", "blue", "draw", or "open" for a position in which play goes on.
std::string result_of(const Position& position) {
  switch (outcome(position)) {
    case Outcome::kDraw:
      return "draw";
    case Outcome::kLoss:
      return position.side_to_move() == Side::kRed ? "blue" : "red";
    case Outcome::kWin:  // of no position of this game
    case Outcome::kOpen:
      break;
  }
  return "open";
}

TEST(TournamentGames, ReplayToTheirResults) {
  int games = 0;
  std::istringstream lines(test::data_file("tournament_games.tsv"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t tab = line.find('\t');
    ASSERT_NE(tab, std::string::npos) << line;
    std::istringstream moves(line.substr(tab + 1));
    Position position;
    for (std::string move; moves >> move;) {
      EXPECT_EQ(result_of(position), "open") << line;
      const Status played = play_wire(position, move);
      ASSERT_TRUE(played.ok()) << move << ": " << played.error().message << "\n" << line;
    }
    EXPECT_EQ(result_of(position), line.substr(0, tab)) << line;
    ++games;
  }
  EXPECT_GE(games, 5);
}

}  // namespace tabiya::zero_point_one::tournament_games_test
