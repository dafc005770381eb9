// The search on positions of 0.1.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/game.h"
#include "core/games/zero_point_one/notation.h"
#include "core/search/searcher.h"
#include "tests/core/games/zero_point_one/random_game.h"
#include "tests/core/search/reference_search.h"
#include "tests/support/checkout.h"

namespace tabiya::zero_point_one::search_test {

using Linear = EvaluatedGame<Rules, LinearEvaluation>;
constexpr std::size_t kTableBytes = 1 << 18;

// Positions of random games with few pieces left on the board, so that plain minimax gets through them.
std::vector<Position> thinned_positions(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  std::vector<Position> positions;
  while (positions.size() < size) {
    play_random_game(random, [&](const Position& position, Move) {
      if (random.below(20) != 0 || positions.size() == size) return;
      Position thin;
      for (Bitboard occupied = position.occupied(); occupied != 0;) {
        const Square square = pop_lowest(occupied);
        const Piece piece = position.at(square);
        if (piece.kind() == Kind::kWazir || random.below(4) == 0) thin.put(piece, square);
      }
      thin.set_turn(position.side_to_move(), position.ply());
      positions.push_back(thin);
    });
  }
  return positions;
}

TEST(Search, WithoutPruningEqualsPlainMinimax) {
  const LinearEvaluation evaluation;
  const Linear game(evaluation);
  for (const Position& position : thinned_positions(1000, 1)) {
    Searcher<Linear> searcher(game, {.table_bytes = kTableBytes, .parameters = kNoPruning});
    for (int depth = 0; depth <= 2; ++depth) {
      const Score expected = ReferenceSearch<Linear>(game).search(game.root(position), depth);
      ASSERT_EQ(searcher.search(game.root(position), {.depth = depth}).score, expected)
          << format_position(position) << ", depth " << depth;
    }
  }
}

Score score_of(const char* text, int depth) {
  const auto engine = make_engine({.table_bytes = kTableBytes});
  return engine->search(parse_position(text).value(), {.depth = depth}).score;
}

TEST(Search, CountsPliesToTheEnd) {
  for (int depth = 1; depth <= 4; ++depth) {
    EXPECT_EQ(score_of("Ww6/8/8/8/8/8/8/8 r - 60", depth), win_in(1));
    EXPECT_EQ(score_of("W7/1w6/8/8/8/8/8/8 r - 60", depth), loss_in(2));  // every move is into attack
    EXPECT_EQ(score_of("7w/8/8/8/8/8/8/8 r - 60", depth), loss_in(0));    // was captured
    EXPECT_EQ(score_of("7w/8/8/8/8/8/8/W7 r - 102", depth), kDrawScore);
  }
}

TEST(Search, ACaptureOnTheLastPlyStillWins) {
  EXPECT_EQ(score_of("Ww6/8/8/8/8/8/8/8 b - 101", 3), win_in(1));
  EXPECT_EQ(score_of("W7/1w6/8/8/8/8/8/8 r - 100", 3), loss_in(2));
  EXPECT_EQ(score_of("W7/1w6/8/8/8/8/8/8 b - 101", 3), kDrawScore);
}

TEST(Search, GivingTheTurnAwayLeavesTheRestAsItIs) {
  const LinearEvaluation evaluation;
  const Linear game(evaluation);
  for (const Position& position : thinned_positions(300, 2)) {
    if (position.ply() + 1 >= kPlyLimit) continue;
    const Linear::Node root = game.root(position);
    Linear::Node passed;
    game.pass(root, passed);
    Linear::Node fresh = game.root(passed.position);
    EXPECT_EQ(game.evaluate(passed), game.evaluate(fresh));
    EXPECT_NE(game.key(passed), game.key(root));
    EXPECT_EQ(passed.position.ply(), position.ply() + 1);
    game.pass(passed, fresh);
    EXPECT_EQ(game.repetition_key(fresh), game.repetition_key(root));
  }
}

struct ForcedWin {
  Position position;
  int plies;  // of a proof that was found without pruning
};

std::vector<ForcedWin> forced_wins() {
  std::ifstream file(test::source_path("tests/core/games/zero_point_one/forced_wins.tsv"));
  std::vector<ForcedWin> wins;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const auto tab = line.find('\t');
    wins.push_back({parse_position(line.substr(0, tab)).value(), std::stoi(line.substr(tab + 1))});
  }
  return wins;
}

TEST(Search, WithAllPruningProvesForcedWins) {
  constexpr std::uint64_t kNodes = 400'000;
  const auto wins = forced_wins();
  ASSERT_GE(wins.size(), 200u);
  const auto engine = make_engine({.table_bytes = std::size_t{1} << 22});
  std::size_t proved = 0;
  std::string others;
  for (const ForcedWin& win : wins) {
    engine->new_game();
    const auto go_on = [](const Engine::Result& result) { return result.score < kProvenWin; };
    const auto result = engine->search(win.position, {.nodes = kNodes}, go_on);
    if (result.score >= kProvenWin) {
      ++proved;
    } else {
      others += format_position(win.position) + ", win in " + std::to_string(win.plies) + "\n";
    }
  }
  EXPECT_GE(100 * proved, 99 * wins.size()) << others;
}

TEST(Search, GivesLegalVariationsFromAnyPositionThatParses) {
  const auto engine = make_engine({.table_bytes = kTableBytes});
  for (const char* text :
       {"AFDNAAAA/AAAAAAAA/8/8/8/8/8/W6w b DDDDDDFFN 33",
        "8/8/8/8/8/8/8/W6w r AAAAAAAAAAAAAAAADDDDDDDDFFFFNN 44", "W6w/8/8/8/8/8/8/8 r - 2"}) {
    auto position = parse_position(text);
    if (!position.ok()) continue;  // the parser may be stricter than the search
    const auto result = engine->search(*position, {.depth = 3});
    for (const Move move : result.pv) {
      ASSERT_TRUE(is_legal(*position, move)) << text;
      position->play(move);
    }
  }
}

}  // namespace tabiya::zero_point_one::search_test
