#include "core/games/zero_point_one/movegen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/games/zero_point_one/notation.h"
#include "random_game.h"

namespace tabiya::zero_point_one::movegen_test {

Position position_of(std::string_view text) {
  Result<Position> position = parse_position(text);
  EXPECT_TRUE(position.ok()) << text;
  return *position;
}

std::vector<std::uint16_t> sorted_bits(const Moves& moves) {
  std::vector<std::uint16_t> bits;
  for (Move move : moves) bits.push_back(move.bits());
  std::ranges::sort(bits);
  return bits;
}

// The rules, word by word.
Moves moves_by_the_rules(const Position& position) {
  Moves moves;
  const Side us = position.side_to_move();
  for (Square to = 0; to < Board::kSquares; ++to) {
    const Piece target = position.at(to);
    for (Square from = 0; from < Board::kSquares; ++from) {
      const Piece piece = position.at(from);
      if (piece.is_none() || piece.side() != us) continue;
      if (!target.is_none() && target.side() == us) continue;
      const int rows = std::abs(Board::row(from) - Board::row(to));
      const int columns = std::abs(Board::column(from) - Board::column(to));
      const Leap leap = kLeaps[index(piece.kind())];
      if (std::minmax(rows, columns) == std::minmax(leap.m, leap.n)) moves.push_back(Move::jump(from, to));
    }
    for (int kind = 0; kind < kHandKinds; ++kind) {
      if (target.is_none() && position.hand(us)[kind] > 0)
        moves.push_back(Move::drop(static_cast<Kind>(kind), to));
    }
  }
  return moves;
}

Moves moves_of_kind(const Position& position, MoveKind move_kind) {
  Moves moves;
  generate(position, move_kind, moves);
  return moves;
}

TEST(Movegen, AgreesWithTheRulesInRandomGames) {
  Random random(2);
  for (int game = 0; game < 100; ++game) {
    play_random_game(random, [](const Position& position, Move) {
      Moves all;
      generate_all(position, all);
      ASSERT_EQ(sorted_bits(all), sorted_bits(moves_by_the_rules(position)));
      ASSERT_EQ(count_moves(position), static_cast<int>(all.size()));
    });
  }
}

TEST(Movegen, StagesTogetherHoldEachLegalMoveOnce) {
  Random random(3);
  for (int game = 0; game < 200; ++game) {
    play_random_game(random, [](const Position& position, Move) {
      Moves all;
      generate_all(position, all);
      Moves staged = moves_of_kind(position, MoveKind::kCaptures);
      for (Move move : staged) ASSERT_TRUE(position.is_capture(move));
      for (MoveKind move_kind : kQuietKinds) {
        for (Move move : moves_of_kind(position, move_kind)) {
          ASSERT_FALSE(position.is_capture(move));
          staged.push_back(move);
        }
      }
      ASSERT_EQ(sorted_bits(staged), sorted_bits(all));
    });
  }
}

TEST(Movegen, LegalMovesAreThoseThatAreGenerated) {
  Random random(4);
  for (int game = 0; game < 20; ++game) {
    play_random_game(random, [&](const Position& position, Move) {
      Moves all;
      generate_all(position, all);
      const std::vector<std::uint16_t> legal = sorted_bits(all);
      for (int i = 0; i < 500; ++i) {
        const auto bits = static_cast<std::uint16_t>(random.below(1 << 16));
        const Move move = Move::from_bits(bits);
        // Bits that no constructor sets are not a move either.
        const bool is_canonical =
            move == Move::jump(move.from(), move.to()) || move == Move::drop(move.kind(), move.to());
        if (!is_canonical) continue;
        ASSERT_EQ(is_legal(position, move), std::ranges::binary_search(legal, bits)) << bits;
      }
    });
  }
}

TEST(Movegen, EvasionsAreTheMovesThatLeaveNoWinToTheOpponent) {
  Random random(5);
  int checks = 0;
  for (int game = 0; game < 500; ++game) {
    play_random_game(random, [&](const Position& position, Move) {
      if (!in_check(position)) return;
      ++checks;
      Moves expected;
      Moves all;
      generate_all(position, all);
      for (Move move : all) {
        Position child = position;
        child.play(move);
        if (outcome(child) == Outcome::kLoss || !can_win(child)) expected.push_back(move);
      }
      ASSERT_EQ(sorted_bits(moves_of_kind(position, MoveKind::kEvasions)), sorted_bits(expected))
          << format_position(position);
    });
  }
  EXPECT_GT(checks, 1000);
}

TEST(Movegen, QuietStagesAreWhatTheirNamesSay) {
  Random random(6);
  for (int game = 0; game < 50; ++game) {
    play_random_game(random, [](const Position& position, Move) {
      const Square enemy = position.wazir(other(position.side_to_move()));
      for (MoveKind move_kind : kQuietKinds) {
        for (Move move : moves_of_kind(position, move_kind)) {
          const Kind kind = position.moved_kind(move);
          const bool checks = has(attacks(kind, move.to()), enemy);
          const bool threatens = (attacks(kind, move.to()) & attacks(kind, enemy)) != 0;
          const MoveKind expected = checks      ? MoveKind::kChecks
                                    : threatens ? MoveKind::kCheckThreats
                                                : MoveKind::kOtherQuiets;
          ASSERT_EQ(move_kind, expected);
        }
      }
    });
  }
}

TEST(Movegen, NothingMovesInTheSetupPhaseOrAfterTheEnd) {
  for (std::string_view text : {"8/8/8/8/8/8/8/8 r - 0", "AWAAAAAA/DFFDDDAN/8/8/8/8/8/8 b - 1",
                                "8/8/8/8/8/8/8/W7 b A 3", "w7/8/8/8/8/8/8/W7 r A 102"}) {
    const Position position = position_of(text);
    Moves moves;
    generate_all(position, moves);
    for (MoveKind move_kind : {MoveKind::kCaptures, MoveKind::kChecks, MoveKind::kOtherQuiets}) {
      generate(position, move_kind, moves);
    }
    EXPECT_TRUE(moves.empty()) << text;
    EXPECT_EQ(count_moves(position), 0);
  }
}

TEST(Movegen, ACaptureOnTheLastPlyWinsAndAnythingElseDraws) {
  Position position = position_of("wW6/8/8/8/8/8/8/8 b - 101");
  EXPECT_TRUE(can_win(position));
  EXPECT_FALSE(in_check(position));  // Red has no ply left
  position.play(*parse_wire(position, "a1a2"));
  EXPECT_EQ(outcome(position), Outcome::kLoss);

  position = position_of("wW6/8/8/8/8/8/8/8 b - 101");
  position.play(*parse_wire(position, "a1b1"));
  EXPECT_EQ(outcome(position), Outcome::kDraw);
}

TEST(Perft, CountsSetupsInTheSetupPhase) {
  EXPECT_EQ(perft(Position(), 0), 1u);
  EXPECT_EQ(perft(Position(), 1), 10'810'800u);
  EXPECT_EQ(perft(position_of("AWAAAAAA/DFFDDDAN/8/8/8/8/8/8 b - 1"), 1), 10'810'800u);
}

// Counted independently of count_moves() and of the bulk count at the last ply.
std::uint64_t plain_perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  if (outcome(position) != Outcome::kOpen) return 0;
  std::uint64_t nodes = 0;
  for (Move move : moves_by_the_rules(position)) {
    Position child = position;
    child.play(move);
    nodes += plain_perft(child, depth - 1);
  }
  return nodes;
}

TEST(Perft, EqualsThePlainCountInRandomGames) {
  Random random(7);
  for (int game = 0; game < 5; ++game) {
    play_random_game(random, [](const Position& position, Move) {
      if (position.ply() % 17 == 2 || position.ply() >= kPlyLimit - 2) {
        ASSERT_EQ(perft(position, 2), plain_perft(position, 2)) << format_position(position);
      }
    });
  }
}

}  // namespace tabiya::zero_point_one::movegen_test
