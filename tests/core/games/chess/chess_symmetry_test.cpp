
#include <gtest/gtest.h>

#include "core/games/chess/fen.h"
#include "core/games/chess/rules.h"
#include "core/games/chess/setups.h"
#include "core/random.h"

namespace tabiya::chess::chess_symmetry_test {

Position of(const std::string& fen) { return parse_fen(fen).value(); }

std::size_t number_of_moves(const Position& position) {
  MoveList<Move> moves;
  Rules::generate_all(position, moves);
  return moves.size();
}

TEST(ChessSymmetry, ExchangesTheSides) {
  const Position position = of("r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 4 9");
  EXPECT_EQ(format_fen(with_sides_exchanged(position)), "4k2r/8/8/8/3Pp3/8/8/R3K3 b Qk d3 4 9");
  EXPECT_EQ(with_sides_exchanged(with_sides_exchanged(position)), position);
}

TEST(ChessSymmetry, MirrorsLeftAndRight) {
  EXPECT_EQ(format_fen(mirrored(of("4k3/8/8/3pP3/8/8/8/1K5R w - d6 4 9"))),
            "3k4/8/8/3Pp3/8/8/8/R5K1 w - e6 4 9");
}

// In games, images have as many moves and one key; the key of other positions differs.
TEST(ChessSymmetry, GivesImagesOneKeyInRandomGames) {
  Random random(8);
  for (int game = 0; game < 20; ++game) {
    Position position = Rules::position_after(random.below(Arrays::kCount), random.below(Arrays::kCount));
    for (int ply = 0; ply < 150; ++ply) {
      const Position image = with_sides_exchanged(position);
      ASSERT_EQ(symmetric_key(position), symmetric_key(image)) << format_fen(position);
      ASSERT_EQ(number_of_moves(position), number_of_moves(image)) << format_fen(position);
      if (format_fen(position).find(" - - ") != std::string::npos) {
        ASSERT_EQ(symmetric_key(position), symmetric_key(mirrored(position)));
        ASSERT_EQ(number_of_moves(position), number_of_moves(mirrored(position)));
      }
      MoveList<Move> moves;
      Rules::generate_all(position, moves);
      if (moves.empty()) break;
      const std::uint64_t before = symmetric_key(position);
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      ASSERT_NE(symmetric_key(position), before);
    }
  }
}

TEST(ChessSymmetry, TellsLeftFromRightWhileASideMayCastle) {
  const Position castling = of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const Position left = of("3k4/8/8/8/8/8/8/R2K4 w Q - 0 1");
  EXPECT_NE(symmetric_key(castling), symmetric_key(left));
  EXPECT_EQ(symmetric_key(of("4k3/8/8/8/8/8/8/4K2R w - - 0 1")),
            symmetric_key(of("3k4/8/8/8/8/8/8/R2K4 w - - 0 1")));
}

}  // namespace tabiya::chess::chess_symmetry_test
