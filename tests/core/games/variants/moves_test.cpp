#include "core/games/variants/moves.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/games/variants/attacks.h"
#include "core/games/variants/ends.h"
#include "core/games/variants/fen.h"
#include "core/games/variants/game_text.h"
#include "core/games/variants/module.h"
#include "core/games/variants/reader.h"
#include "core/random.h"

namespace tabiya::variants::moves_test {

std::shared_ptr<const Tables> tables_of(std::string_view text) {
  const auto variant = read_variant(text);
  EXPECT_TRUE(variant) << variant.error().message;
  auto tables = compile(*variant);
  EXPECT_TRUE(tables) << tables.error().message;
  return *std::move(tables);
}

Position start_of(const Tables& tables) {
  const auto start = parse_fen(tables, tables.variant.start);
  EXPECT_TRUE(start) << start.error().message;
  return *start;
}

// The steps of Betza's notation walked square by square.
Bitboard walked_targets(const Position& position, int side, Kind kind, Square from) {
  const Variant& rules = position.rules();
  const int forward = side == 0 ? 1 : -1;
  Bitboard targets = 0;
  for (const PieceStep& step : rules.pieces[position.tables().kinds[kind].name].steps) {
    if (step.initial || step.lame || step.hop != PieceStep::Hop::kNone) continue;
    int row = Board::row(from), column = Board::column(from);
    for (int i = 0; step.range == 0 || i < step.range; ++i) {
      row += forward * step.rows;
      column += forward * step.columns;
      if (row < 0 || row >= rules.rows || column < 0 || column >= rules.columns) break;
      const Square to = Board::square(row, column);
      if (has(position.occupied(), to)) {
        if (has(position.men(other(side)), to) && step.captures) targets |= bit(to);
        break;
      }
      if (step.moves) targets |= bit(to);
    }
  }
  return targets;
}

// Calls visit(position) for positions of random games.
template <class Visit>
void play_random_games(const Tables& tables, int games, Visit visit) {
  Random random(7);
  for (int game = 0; game < games; ++game) {
    Position position = start_of(tables);
    for (int ply = 0; ply < 80; ++ply) {
      visit(position);
      MoveList<Move> moves;
      append_legal_moves(position, moves);
      if (ended(position).outcome != Outcome::kOpen || moves.empty()) break;
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

constexpr std::array kGames{"chess",     "crazyhouse", "hoppelpoppel", "nightrider", "minishogi",
                            "torishogi", "losalamos",  "shatranj",     "giveaway",   "placement",
                            "sittuyin",  "clobber",    "horde"};

TEST(Moves, ReachTheSquaresThatStepsWalkTo) {
  for (const char* name : kGames) {
    const auto tables = tables_of("[a:" + std::string(name) + "]\n");
    play_random_games(*tables, 3, [&](const Position& position) {
      for (const int side : {0, 1}) {
        for (Bitboard men = position.men(side); men != 0;) {
          const Square from = pop_lowest(men);
          const Kind kind = position.kind_at(from);
          ASSERT_EQ(targets_of(position, side, kind, from), walked_targets(position, side, kind, from))
              << name << ' ' << format_fen(position) << ' ' << int{from};
        }
      }
    });
  }
}

TEST(Moves, OfAttackersAreThoseThatCapture) {
  for (const char* name : {"chess", "newzealand", "grasshopper", "torishogi", "chigorin"}) {
    const auto tables = tables_of("[a:" + std::string(name) + "]\n");
    play_random_games(*tables, 2, [&](const Position& position) {
      for (Square square = 0; square < 8; ++square) {
        const Square target = static_cast<Square>(square * 8 + (square + 3) % 8);
        for (const int side : {0, 1}) {
          Bitboard attackers = 0;
          for (Bitboard men = position.men(side); men != 0;) {
            const Square from = pop_lowest(men);
            if (has(captures_of(position, side, position.kind_at(from), from, position.occupied()), target))
              attackers |= bit(from);
          }
          ASSERT_EQ(attackers_of(position, target, side, position.occupied()), attackers)
              << name << ' ' << format_fen(position) << ' ' << int{target};
        }
      }
    });
  }
}

TEST(Moves, LeaveNoKingAttacked) {
  for (const char* name : kGames) {
    const auto tables = tables_of("[a:" + std::string(name) + "]\n");
    play_random_games(*tables, 3, [&](const Position& position) {
      MoveList<Move> moves;
      append_legal_moves(position, moves);
      std::set<std::uint16_t> different;
      for (const Move move : moves) {
        Position next = position;
        next.play(move);
        different.insert(move.bits());
        ASSERT_FALSE(is_attacked(next, next.royals(other(next.side_to_move())), next.side_to_move()))
            << name << ' ' << format_fen(position) << " -> " << format_fen(next);
      }
      EXPECT_EQ(different.size(), moves.size());
    });
  }
}

TEST(Moves, LeadToPositionsThatTheirTextSays) {
  std::vector<const char*> games(kGames.begin(), kGames.end());
  games.push_back("berolina");
  for (const char* name : games) {
    const auto tables = tables_of("[a:" + std::string(name) + "]\n");
    play_random_games(*tables, 3, [&](const Position& position) {
      const auto read = parse_fen(*tables, format_fen(position));
      ASSERT_TRUE(read) << name << ' ' << format_fen(position) << ": " << read.error().message;
      ASSERT_TRUE(*read == position) << name << ' ' << format_fen(position);
    });
  }
}

std::set<std::string> texts_of_moves(std::string_view rules, std::string_view fen) {
  const auto tables = tables_of(rules);
  const auto position = parse_fen(*tables, fen);
  EXPECT_TRUE(position) << position.error().message;
  MoveList<Move> moves;
  append_legal_moves(*position, moves);
  std::set<std::string> texts;
  for (const Move move : moves) texts.insert(move_text(*position, move).wire);
  return texts;
}

TEST(Moves, ThatPromoteInPlaceUncoverNoCheck) {
  // The last pawn becomes a fers, where it stands or beside it; away from the file it would uncover the rook.
  const auto moves = texts_of_moves("[a:sittuyin]\n", "7k/8/8/8/4k3/8/4P3/K3R3[] w - - 0 1");
  EXPECT_TRUE(moves.contains("e2e2f"));
  EXPECT_FALSE(moves.contains("e2d1f"));
  EXPECT_FALSE(moves.contains("e2f1f"));
}

TEST(Moves, OfTheLastPseudoRoyalMenKeepThemSafe) {
  constexpr std::string_view kRules =
      "[a:chess]\nking = -\ncommoner = k\ncastling = false\nextinctionValue = loss\nextinctionPieceTypes = k\n"
      "extinctionPseudoRoyal = true\npromotionPieceTypes = qk\npromotedPieceType = r:k\n";
  // Another one by a pawn's promotion ends the danger; by a rook's, it does not.
  const auto moves = texts_of_moves(kRules, "4r2k/1P6/8/8/8/8/R7/4K3 w - - 0 1");
  EXPECT_TRUE(moves.contains("b7b8k"));
  EXPECT_FALSE(moves.contains("b7b8q"));
  EXPECT_FALSE(moves.contains("a2a8+"));
  EXPECT_TRUE(moves.contains("a2e2"));
}

TEST(Moves, DropMenAsWhatTheyBecome) {
  const auto moves = texts_of_moves("[a:kyotoshogi]\n", "2k2/5/5/5/2K2[P] w - - 0 1");
  EXPECT_TRUE(moves.contains("P@a5"));
  EXPECT_TRUE(moves.contains("+P@a5"));
  EXPECT_TRUE(texts_of_moves("[a:kyotoshogi]\n", "2k2/5/5/+P4/2K2[] w - - 0 1").contains("a2a5-"));
}

TEST(Moves, MustDropOnlyWhatIsDue) {
  constexpr std::string_view kRules = "[a:placement]\nmustDropType = q\n";
  const auto moves = texts_of_moves(kRules, "4k3/8/8/8/8/8/8/1RRRKRRR[QN] w - - 0 1");
  EXPECT_EQ(moves, std::set<std::string>{"Q@a1"});
  // No square is left for the queen: other pieces wait for it, and men move.
  const auto others =
      texts_of_moves(std::string(kRules) + "dropNoDoubled = q\n", "4k3/8/8/8/8/QQQQQQQQ/8/4K3[QN] w - - 0 1");
  EXPECT_TRUE(others.contains("e1e2"));
  EXPECT_FALSE(others.contains("N@a1"));
}

TEST(Moves, OfDroppedMenGiveBackNoRightToCastle) {
  const auto tables = tables_of("[a:crazyhouse]\ncastlingDroppedPiece = true\n");
  const auto after = [&](std::string_view fen, std::string_view text) {
    Position position = *parse_fen(*tables, fen);
    position.play(*parse_move(position, text));
    return format_fen(position);
  };
  EXPECT_EQ(after("4k3/8/8/8/8/8/8/R3K3[PR] w - - 0 1", "P@b4"), "4k3/8/8/8/1P6/8/8/R3K3[R] b - - 0 1");
  EXPECT_EQ(after("4k3/8/8/8/8/8/8/R3K3[PR] w - - 0 1", "R@h1"), "4k3/8/8/8/8/8/8/R3K2R[P] b K - 0 1");
}

// Counts that many programs agree on.
TEST(Moves, CountAsPublished) {
  const auto perft = [](std::string_view text, const std::string& position, int depth) {
    const auto module = make_module(text, "", "test");
    return (*(*module)->parse_position(position))->perft(depth);
  };
  constexpr std::string_view kUsual = "[a:chess]\n", kHouse = "[a:crazyhouse]\n";
  EXPECT_EQ(perft(kUsual, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3), 8'902u);
  EXPECT_EQ(perft(kUsual, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
            97'862u);
  EXPECT_EQ(perft(kUsual, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4), 43'238u);
  EXPECT_EQ(perft(kUsual, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3), 62'379u);
  EXPECT_EQ(perft(kHouse, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 3), 8'902u);
}

}  // namespace tabiya::variants::moves_test
