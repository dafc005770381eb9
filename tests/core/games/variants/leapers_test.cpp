// A game of the program that rules from a file can express, too: its moves after the setups.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "core/games/games.h"
#include "core/games/variants/module.h"
#include "core/random.h"

namespace tabiya::variants::leapers_test {

constexpr std::string_view kRules =
    "[zero-point-one]\n"
    "alfil = a\n"
    "customPiece1 = d:D\n"
    "fers = f\n"
    "knight = n\n"
    "wazir = w\n"
    "startFen = naaaaawa/addadffd/8/8/8/8/DFFDDDAN/AWAAAAAA[] w - - 0 1\n"
    "castling = false\n"
    "doubleStep = false\n"
    "pieceDrops = true\n"
    "capturesToHand = true\n"
    "stalemateValue = loss\n"
    "extinctionValue = loss\n"
    "extinctionPieceTypes = w\n"
    "nFoldRule = 0\n"
    "nMoveRule = 0\n";

// "rows side hands ply", the first row first, as a FEN.
std::string as_fen(const std::string& position) {
  std::istringstream words(position);
  std::string rows, side, hands;
  words >> rows >> side >> hands;
  std::vector<std::string> parts;
  std::istringstream stream(rows);
  for (std::string row; std::getline(stream, row, '/');) parts.push_back(row);
  std::string board;
  for (std::size_t i = parts.size(); i-- > 0;) board += parts[i] + (i > 0 ? "/" : "");
  return board + "[" + (hands == "-" ? "" : hands) + "] " + (side == "r" ? "w" : "b") + " - - 0 1";
}

TEST(Leapers, CountAsTheModuleOfTheirGame) {
  const GameModule& game = *find_game("zero_point_one");
  const auto module = make_module(kRules, "", "leapers.ini");
  ASSERT_TRUE(module) << module.error().message;
  Random random(1);
  int compared = 0;
  for (int n = 0; n < 12; ++n) {
    const SetupPhase& setups = *game.setup_phase();
    PositionHandle position =
        setups.position_after(random.below(setups.reds().count()), random.below(setups.blues().count()));
    for (int ply = 0; ply < 60 && position->outcome() == Outcome::kOpen; ++ply) {
      const auto other = (*module)->parse_position(as_fen(position->text()));
      ASSERT_TRUE(other) << position->text() << ": " << other.error().message;
      const int depth = ply % 20 == 0 ? 3 : ply % 5 == 0 ? 2 : 1;
      ASSERT_EQ((*other)->perft(depth), position->perft(depth)) << position->text();
      ++compared;
      const auto moves = position->moves();
      position = position->play(random.below(static_cast<std::uint32_t>(moves.size())))->second;
    }
  }
  EXPECT_GT(compared, 100);
}

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
  const auto module = make_module(kRules, "", "leapers.ini");
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
