// A game of the program that rules from a file can express, too: its moves after the setups.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/games/games.h"
#include "core/games/variants/module.h"
#include "core/random.h"
#include "tests/support/checkout.h"

namespace tabiya::variants::leapers_test {

std::vector<std::string> sorted_moves(const GamePosition& position) {
  std::vector<std::string> moves;
  for (const MoveText& move : position.moves()) moves.push_back(move.wire);
  std::ranges::sort(moves);
  return moves;
}

// Board and hands, whose order is free, and who is to move.
std::string without_counts(std::string fen) {
  const auto hands = fen.begin() + static_cast<std::ptrdiff_t>(fen.find('['));
  std::sort(hands, std::find(hands, fen.end(), ']'));
  return fen.substr(0, fen.find(" - - "));
}

TEST(Leapers, AreWrittenAsTheFairyFormOfTheirGame) {
  const GameModule& game = *find_game("zero_point_one")->fairy_form();
  std::ostringstream rules;
  rules << std::ifstream(test::source_path("data/variants/0.1.ini")).rdbuf();
  const auto module = make_module(rules.str(), "", "0.1.ini");
  ASSERT_TRUE(module) << module.error().message;
  Random random(2);
  int compared = 0;
  for (int n = 0; n < 12; ++n) {
    const SetupPhase& setups = *game.setup_phase();
    PositionHandle position =
        setups.position_after(random.below(setups.reds().count()), random.below(setups.blues().count()));
    PositionHandle other = (*module)->parse_position(position->text()).value();
    for (int ply = 0; ply < 60 && position->outcome() == Outcome::kOpen; ++ply) {
      ASSERT_EQ(without_counts(other->text()), without_counts(position->text()));
      const std::vector<std::string> moves = sorted_moves(*position);
      ASSERT_EQ(sorted_moves(*other), moves) << position->text();
      const std::string& move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      position = position->after(move).value();
      other = other->after(move).value();
      ++compared;
    }
  }
  EXPECT_GT(compared, 100);
}

}  // namespace tabiya::variants::leapers_test
