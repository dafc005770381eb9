#include "core/games/zero_point_one/exchange.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/games/zero_point_one/notation.h"
#include "tests/core/games/zero_point_one/random_game.h"

namespace tabiya::zero_point_one {
namespace {

int value(const char* text, const char* move) {
  const Position position = parse_position(text).value();
  return exchange_value(position, parse_wire(position, move).value());
}

TEST(Exchange, CountsWhatCanBeTakenBack) {
  EXPECT_EQ(value("W7/8/2a5/1F6/8/8/8/7w b - 61", "c3a1"), 0 + 100);  // the wazir itself, unprotected
  EXPECT_EQ(value("W7/8/2N5/3f4/8/8/8/7w b - 61", "d4c3"), 5);
  EXPECT_EQ(value("W7/8/2N5/1F1f4/8/8/8/7w b - 61", "d4c3"), 5 - 3);
  EXPECT_EQ(value("W7/8/2A5/1F1n4/1n6/8/8/7w b - 61", "e2c3"), 2 - 5);
}

// The same by playing the captures out on the board.
int played_out(const Position& position, Square square) {
  const Side us = position.side_to_move();
  const Bitboard attackers = position.attackers(us, square);
  if (attackers == 0 || position.at(square).is_none() || position.at(square).side() == us) return 0;
  for (Kind kind : kAllKinds) {
    const Bitboard of_kind = attackers & position.pieces(kind);
    if (of_kind == 0) continue;
    Position next = position;
    const int won = kExchangeWorth[index(position.at(square).kind())];
    next.play(Move::jump(lowest(of_kind), square));
    return std::max(0, won - played_out(next, square));
  }
  return 0;
}

TEST(Exchange, EqualsPlayingItOut) {
  Random random(1);
  int compared = 0;
  for (int game = 0; game < 200; ++game) {
    play_random_game(random, [&](const Position& position, Move) {
      Moves captures;
      generate(position, Stage::kCaptures, captures);
      for (const Move move : captures) {
        Position next = position;
        next.play(move);
        const int won = kExchangeWorth[index(position.at(move.to()).kind())];
        ASSERT_EQ(exchange_value(position, move), won - played_out(next, move.to()))
            << format_position(position) << " " << format_wire(position, move);
        ++compared;
      }
    });
  }
  EXPECT_GT(compared, 10'000);
}

}  // namespace
}  // namespace tabiya::zero_point_one
