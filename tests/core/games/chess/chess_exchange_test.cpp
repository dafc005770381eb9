#include "core/games/chess/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "core/games/chess/attacks.h"
#include "core/games/chess/fen.h"
#include "core/games/chess/notation.h"
#include "core/random.h"

namespace tabiya::chess::chess_exchange_test {

bool loses(const char* fen, const char* move) {
  const Position position = parse_fen(fen).value();
  return loses_exchange(position, parse_move(position, move).value());
}

TEST(ChessExchange, LosesWhereTheVictimIsGuarded) {
  EXPECT_TRUE(loses("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5"));   // knight for pawn
  EXPECT_FALSE(loses("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5"));    // unguarded
  EXPECT_FALSE(loses("4k3/8/3p4/4r3/8/5N2/8/4K3 w - - 0 1", "f3e5"));  // the exchange
  EXPECT_TRUE(loses("4k3/4r3/8/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5"));
}

TEST(ChessExchange, CountsMenBehindOthers) {
  EXPECT_TRUE(loses("4k3/4r3/4r3/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5"));
  EXPECT_FALSE(loses("4k3/4r3/8/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5"));
  EXPECT_FALSE(
      loses("8/8/3k4/4p3/3P4/8/8/4RK2 w - - 0 1", "e1e5"));  // a pawn guards, so the king may not take
}

TEST(ChessExchange, KnowsQuietMovesAndHowMuchTheyLose) {
  EXPECT_TRUE(loses("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5"));  // a knight for nothing
  EXPECT_FALSE(loses("4k3/8/3n4/8/8/5N2/8/4K3 w - - 0 1", "f3e5"));
  EXPECT_FALSE(loses("4k3/8/8/8/8/8/r7/4K2R w K - 0 1", "e1h1"));  // castling
  const Position position = parse_fen("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1").value();
  const Move move = parse_move(position, "f3e5").value();  // loses two pawns
  EXPECT_TRUE(loses_exchange(position, move, 1));
  EXPECT_FALSE(loses_exchange(position, move, 2));
}

// The same by trying everything that the rules of the exchange allow.
constexpr std::array kWorth{1, 3, 3, 5, 9, 100};

int best_gain(const Position& position, Square square, Side side, Bitboard occupied, int worth_there) {
  const Bitboard attackers = attackers_of(position, square, side, occupied) & occupied;
  for (const Kind kind : kKinds) {
    const Bitboard men = attackers & position.men(kind);
    if (men == 0) continue;
    const Bitboard left = occupied & ~bit(lowest(men));
    const bool exposed =
        kind == Kind::kKing && (attackers_of(position, square, other(side), occupied) & occupied) != 0;
    if (exposed) return 0;
    return std::max(0, worth_there - best_gain(position, square, other(side), left, kWorth[index(kind)]));
  }
  return 0;
}

TEST(ChessExchange, AgreesWithTryingAllOfIt) {
  Random random(3);
  int losing = 0, others = 0;
  for (int game = 0; game < 150; ++game) {
    Position position = Rules::position_after(random.below(Arrays::kCount), random.below(Arrays::kCount));
    while (Rules::outcome(position) == Outcome::kOpen) {
      MoveList<Move> moves;
      Rules::generate_all(position, moves);
      if (moves.empty()) break;
      for (const Move move : moves) {
        if (move.promotion() || position.is_castling(move)) continue;
        const Side us = position.side_to_move();
        const int won = !Rules::is_capture(position, move)
                            ? 0
                            : kWorth[index(position.kind_at(move.to()).value_or(Kind::kPawn))];
        const Bitboard occupied = position.occupied() & ~bit(move.from());
        const int lost = best_gain(position, move.to(), other(us), occupied,
                                   kWorth[index(*position.kind_at(move.from()))]);
        for (const int tolerance : {0, 1, 2, 3, 5})
          ASSERT_EQ(loses_exchange(position, move, tolerance), won + tolerance < lost)
              << format_fen(position) << " " << format_uci(move) << " " << tolerance;
        ++(won < lost ? losing : others);
      }
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  EXPECT_GT(losing, 1'000);
  EXPECT_GT(others, 1'000);
}

}  // namespace tabiya::chess::chess_exchange_test
