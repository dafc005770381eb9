#include "core/games/chess/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/games/chess/fen.h"
#include "core/games/chess/module.h"
#include "core/games/chess/notation.h"
#include "core/games/chess/setups.h"
#include "core/random.h"
#include "tests/core/games/chess/naive_rules.h"

namespace tabiya::chess::chess_rules_test {

using test::NaiveGame;

Position position_of(const std::string& text) { return parse_fen(text).value(); }

std::vector<std::string> legal_moves(const Position& position) {
  MoveList<Move> moves;
  Rules::generate_all(position, moves);
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(format_uci(move));
  std::ranges::sort(texts);
  return texts;
}

std::vector<std::string> legal_moves(const NaiveGame& game) {
  std::vector<std::string> moves = game.moves();
  std::ranges::sort(moves);
  return moves;
}

TEST(ChessRules, AreThoseOfTheNaiveImplementationInRandomGames) {
  Random random(7);
  int castlings = 0, en_passants = 0, promotions = 0, mates = 0;
  for (int game = 0; game < 200; ++game) {
    Position position = Rules::position_after(random.below(Arrays::kCount), random.below(Arrays::kCount));
    NaiveGame naive(format_fen(position));
    for (int ply = 0; ply < 150; ++ply) {
      const std::vector<std::string> moves = legal_moves(position);
      ASSERT_EQ(moves, legal_moves(naive)) << format_fen(position);
      ASSERT_EQ(in_check(position), naive.is_in_check()) << format_fen(position);
      if (moves.empty()) {
        mates += in_check(position);
        break;
      }
      const std::string& text = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      const Move move = parse_move(position, text).value();
      castlings += has(position.men(Kind::kKing), move.from()) && position.is_castling(move);
      en_passants += move.to() == position.passed_square() && has(position.men(Kind::kPawn), move.from());
      promotions += move.promotion().has_value();
      position.play(move);
      naive.play(text);
    }
  }
  EXPECT_GT(castlings, 20);
  EXPECT_GT(en_passants, 1);
  EXPECT_GT(promotions, 20);
  EXPECT_GT(mates, 3);
}

// A position of a random game, some plies from its start.
Position random_position(Random& random) {
  Position position = Rules::position_after(random.below(Arrays::kCount), random.below(Arrays::kCount));
  for (std::uint32_t ply = random.below(100); ply > 0; --ply) {
    MoveList<Move> moves;
    Rules::generate_all(position, moves);
    if (moves.empty()) break;
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return position;
}

TEST(ChessRules, StagesTogetherHoldEachLegalMoveOnce) {
  Random random(8);
  for (int i = 0; i < 300; ++i) {
    const Position position = random_position(random);
    MoveList<Move> all, captures, quiets;
    Rules::generate_all(position, all);
    Rules::generate(position, MoveKind::kCaptures, captures);
    for (const MoveKind move_kind : kQuietKinds) Rules::generate(position, move_kind, quiets);
    EXPECT_EQ(captures.size() + quiets.size(), all.size()) << format_fen(position);
    for (const Move move : captures) EXPECT_TRUE(Rules::is_capture(position, move)) << format_fen(position);
    for (const Move move : quiets) EXPECT_FALSE(Rules::is_capture(position, move)) << format_fen(position);
    int legal = 0;
    for (unsigned bits = 0; bits < 1u << 15; ++bits)
      legal += Rules::is_legal(position, Move::from_bits(static_cast<std::uint16_t>(bits)));
    EXPECT_EQ(legal, static_cast<int>(all.size())) << format_fen(position);
  }
}

TEST(ChessRules, ChecksGiveCheck) {
  Random random(10);
  int checks = 0, uncovered = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Position position = random_position(random);
    for (const MoveKind move_kind : kQuietKinds) {
      MoveList<Move> moves;
      Rules::generate(position, move_kind, moves);
      for (const Move move : moves) {
        Position after = position;
        after.play(move);
        const bool gives_check = in_check(after);
        if (move_kind == MoveKind::kChecks) {
          EXPECT_TRUE(gives_check) << format_fen(position) << format_uci(move);
        }
        if (gives_check) ++(move_kind == MoveKind::kChecks ? checks : uncovered);
      }
    }
  }
  EXPECT_GT(checks, 1'000);
  EXPECT_LT(uncovered, checks / 10);  // by another man: they are among the others
}

TEST(ChessRules, PassingGivesTheTurnAwayAndNothingElse) {
  Position position = position_of("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 3 9");
  const Position before = position;
  position.pass();
  EXPECT_EQ(format_fen(position), "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 4 9");
  EXPECT_EQ(position.hash(), position_of(format_fen(position)).hash());
  EXPECT_TRUE(Rules::may_pass(before));
  EXPECT_FALSE(Rules::may_pass(position_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")));
}

struct End {
  const char* text;
  Outcome outcome;
};

TEST(ChessRules, EndGames) {
  for (const auto& [text, outcome] :
       {End{"R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1", Outcome::kLoss},     // mate on the last rank
        End{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Outcome::kDraw},        // stalemate
        End{"R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90", Outcome::kLoss},  // mate goes before the fifty moves
        End{"6k1/5ppp/8/8/8/8/R7/6K1 b - - 100 90", Outcome::kDraw},  // fifty moves
        End{"6k1/5ppp/8/8/8/8/R7/6K1 b - - 99 90", Outcome::kOpen},   // not yet
        End{"8/8/4k3/8/8/3K4/8/8 w - - 0 1", Outcome::kDraw},         // bare kings
        End{"8/8/4k3/8/N7/3K4/8/8 w - - 0 1", Outcome::kDraw},        // one knight
        End{"8/8/4k3/4b3/8/3KB3/8/8 w - - 0 1", Outcome::kDraw},      // bishops on dark squares
        End{"8/8/4k3/3b4/8/3KB3/8/8 w - - 0 1", Outcome::kOpen},      // on squares of both colours
        End{"8/8/4k3/8/NN6/3K4/8/8 w - - 0 1", Outcome::kOpen},       // two knights
        End{"8/8/4k3/8/4P3/3K4/8/8 w - - 0 1", Outcome::kOpen}}) {    // a pawn
    const PositionHandle position = module().parse_position(text).value();
    EXPECT_EQ(position->outcome(), outcome) << text;
    EXPECT_EQ(position->result().has_value(), outcome != Outcome::kOpen) << text;
  }
}

TEST(ChessRules, DrawTheThirdOccurrence) {
  PositionHandle position = module().usual_start();
  for (int round = 0; round < 2; ++round) {
    for (const char* move : {"Nf3", "Nf6", "Ng1", "Ng8"}) {
      EXPECT_EQ(position->outcome(), Outcome::kOpen);
      position = position->after(move).value();
    }
  }
  EXPECT_EQ(position->outcome(), Outcome::kDraw);
  EXPECT_EQ(position->result(), "The game is drawn: the position has stood 3 times");
}

// The scores of mates, and lines that end with them.
TEST(ChessRules, MatesAreFoundByTheSearch) {
  const auto engine = module().make_engine({}, {.table_bytes = 1 << 20}).value();
  const auto search = [&](const char* text, int depth) {
    const PositionHandle root = module().parse_position(text).value();
    engine->new_game();
    return *engine->search({&root, 1}, {.depth = depth}, {});
  };
  const GameSearchResult at_once = search("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 4);
  EXPECT_EQ(at_once.best.score, win_in(1));
  ASSERT_EQ(at_once.best.pv.size(), 1u);
  EXPECT_EQ(at_once.best.pv[0].readable, "Rd8#");
  const GameSearchResult in_two = search("7k/8/8/8/8/8/1R6/R3K3 w Q - 0 1", 6);
  EXPECT_EQ(in_two.best.score, win_in(3));
  EXPECT_EQ(in_two.best.pv.size(), 3u);
  EXPECT_EQ(search("7k/8/8/8/8/1q6/1r6/K7 w - - 0 1", 4).best.pv.size(), 0u);  // White has no move
}

}  // namespace tabiya::chess::chess_rules_test
