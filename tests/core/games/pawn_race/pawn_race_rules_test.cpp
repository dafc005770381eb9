#include "core/games/pawn_race/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/game/module_of.h"
#include "core/games/pawn_race/module.h"
#include "core/games/pawn_race/notation.h"
#include "core/random.h"
#include "tests/core/games/pawn_race/naive_rules.h"
#include "tests/core/games/symmetry_check.h"

namespace tabiya::pawn_race::pawn_race_rules_test {

using test::NaiveGame;

Position position_of(const std::string& text) { return parse_position(text).value(); }

std::vector<std::string> legal_moves(const Position& position) {
  MoveList<Move> moves;
  Rules::generate_all(position, moves);
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(format_coordinates(move) + " " + format_san(move));
  std::ranges::sort(texts);
  return texts;
}

std::vector<std::string> legal_moves(const NaiveGame& game) {
  std::vector<std::string> texts;
  for (const auto& move : game.moves()) texts.push_back(move.coordinates + " " + move.san);
  std::ranges::sort(texts);
  return texts;
}

// All moves that is_legal() knows, tried one by one.
std::size_t count_legal(const Position& position) {
  std::size_t legal = 0;
  for (Square from = 0; from < Board::kSquares; ++from)
    for (Square to = 0; to < Board::kSquares; ++to) legal += Rules::is_legal(position, Move(from, to));
  return legal;
}

TEST(PawnRaceRules, AreThoseOfTheNaiveImplementationInRandomGames) {
  Random random(21);
  int positions = 0, wins = 0, draws = 0, en_passants = 0;
  for (int game = 0; game < 640; ++game) {
    Position position = Rules::position_after(game % 8u, game / 8 % 8u);
    NaiveGame naive(format_position(position));
    for (;; ++positions) {
      ASSERT_EQ(naive.text(), format_position(position));
      ASSERT_EQ(position_of(naive.text()), position);  // the hash, too
      const std::vector<std::string> moves = legal_moves(position);
      ASSERT_EQ(moves, legal_moves(naive)) << naive.text();
      ASSERT_EQ(naive.is_lost(), Rules::outcome(position) == Outcome::kLoss) << naive.text();
      if (moves.empty()) break;
      const std::string text = moves[random.below(static_cast<std::uint32_t>(moves.size()))].substr(0, 4);
      en_passants += text.substr(2) == naive.passed && text[0] != text[2];
      position.play(parse_move(position, text).value());
      naive.play(text);
    }
    (naive.is_lost() ? wins : draws) += 1;
  }
  EXPECT_GT(positions, 10'000);
  EXPECT_GT(wins, 100);
  EXPECT_GT(draws, 10);
  EXPECT_GT(en_passants, 30);
}

TEST(PawnRaceRules, AreThoseOfTheNaiveImplementationInRandomPositions) {
  Random random(22);
  int compared = 0;
  while (compared < 2'000) {
    NaiveGame naive("8/8/8/8/8/8/8/8 w - - 0 1");
    for (const char pawn : {'P', 'p'})
      for (std::uint32_t pawns = 1 + random.below(7); pawns > 0; --pawns)
        naive.ranks[1 + random.below(6)][random.below(8)] = pawn;
    naive.side = random.below(2) == 0 ? 'w' : 'b';
    const char rank = naive.side == 'w' ? '6' : '3';
    naive.passed = {static_cast<char>('a' + random.below(8)), rank};
    if (!parse_position(naive.text())) naive.passed = "-";
    const auto position = parse_position(naive.text());
    if (!position) continue;  // one side's pawns were all overwritten
    ++compared;
    const std::vector<std::string> moves = legal_moves(*position);
    ASSERT_EQ(moves, legal_moves(naive)) << naive.text();
    ASSERT_EQ(count_legal(*position), moves.size()) << naive.text();
    MoveList<Move> captures;
    Rules::generate(*position, MoveKind::kCaptures, captures);
    for (const Move move : captures) EXPECT_TRUE(Rules::is_capture(*position, move));
  }
}

TEST(PawnRaceRules, EnPassantIsPossibleAtTheVeryNextMoveOnly) {
  Position position = position_of("8/2p5/8/1P6/8/8/7P/8 b - - 0 1");
  position.play(parse_move(position, "c5").value());
  ASSERT_TRUE(parse_move(position, "bxc6"));
  Position captured = position;
  captured.play(parse_move(position, "b5c6").value());
  EXPECT_EQ(format_position(captured), "8/8/2P5/8/8/8/7P/8 b - - 0 2");
  EXPECT_EQ(Rules::outcome(captured), Outcome::kLoss);  // the last pawn
  position.play(parse_move(position, "h4").value());
  position.play(parse_move(position, "c4").value());
  EXPECT_FALSE(parse_move(position, "bxc6"));
}

TEST(PawnRaceRules, AKeyTellsAPassedSquareOnlyWhereAPawnCanCaptureThere) {
  const auto key = [](const std::string& text) { return Rules::key(position_of(text)); };
  EXPECT_NE(key("8/8/8/1Pp5/8/8/8/8 w - c6 0 1"), key("8/8/8/1Pp5/8/8/8/8 w - - 0 1"));
  EXPECT_EQ(key("8/8/8/P1p5/8/8/8/8 w - c6 0 1"), key("8/8/8/P1p5/8/8/8/8 w - - 0 9"));
}

TEST(PawnRaceModule, SaysHowAGameEnded) {
  const auto result = [](const char* text) { return (*module().parse_position(text))->result(); };
  const auto outcome = [](const char* text) { return (*module().parse_position(text))->outcome(); };
  EXPECT_EQ(result("P7/8/8/8/8/8/7p/8 b - - 0 1"), "White has won: a pawn stands on the last rank");
  EXPECT_EQ(result("8/P7/8/8/8/8/8/7p w - - 0 1"), "Black has won: a pawn stands on the last rank");
  EXPECT_EQ(result("8/8/8/8/8/8/P7/8 b - - 0 1"), "White has won: Black has no pawns left");
  EXPECT_EQ(result("8/8/8/p7/P7/8/8/8 w - - 0 1"), "The game is drawn: White has no legal move");
  EXPECT_EQ(outcome("8/8/8/p7/P7/8/8/8 w - - 0 1"), Outcome::kDraw);
  EXPECT_EQ(outcome("P7/8/8/8/8/8/7p/8 b - - 0 1"), Outcome::kLoss);
  EXPECT_EQ(result("8/8/8/p7/P7/8/7P/8 w - - 0 1"), std::nullopt);
}

TEST(PawnRaceModule, WinsTheRaceByOneStep) {
  const auto engine = module().make_engine({}, {.table_bytes = 1 << 20}).value();
  const PositionHandle root = *module().parse_position("8/7p/P7/8/8/8/8/8 w - - 0 1");
  const GameSearchResult found = *engine->search({&root, 1}, {.depth = 5}, {});
  EXPECT_EQ(plies_to_win(found.best.score), 3);
  EXPECT_EQ(found.best.pv.front(), (MoveText{"a6a7", "a7"}));
}

TEST(PawnRaceSymmetry, ImagesOfPositionsAreOneInBooks) {
  for (const SetupId seed : {0u, 1u, 2u, 3u, 4u})
    tabiya::test::expect_symmetries<Rules>(Rules::position_after(seed, 7 - seed / 2), seed);
}

}  // namespace tabiya::pawn_race::pawn_race_rules_test
