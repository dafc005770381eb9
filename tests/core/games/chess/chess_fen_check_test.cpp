// check_fen(): what is wrong with the text of a position, and what is left of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/games/chess/fen.h"
#include "core/games/chess/rules.h"
#include "core/games/chess/setups.h"
#include "core/random.h"

namespace tabiya::chess::chess_fen_check_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "kind: what" of each.
std::vector<std::string> faults(const std::string& text) {
  std::vector<std::string> lines;
  for (const PositionFault& fault : check_fen(text).faults)
    lines.push_back(std::string(fault.kind) + ": " + fault.what);
  return lines;
}

TEST(CheckFen, FindsNothingInRandomGames) {
  Random random(4);
  for (int game = 0; game < 40; ++game) {
    Position position = Rules::position_after(random.below(Arrays::kCount), random.below(Arrays::kCount));
    for (int ply = 0; ply < 60; ++ply) {
      const CheckedFen checked = check_fen(format_fen(position));
      ASSERT_THAT(checked.faults, IsEmpty()) << format_fen(position) << ": " << checked.faults[0].what;
      ASSERT_EQ(checked.position, position);
      ASSERT_EQ(checked.mended, "");
      MoveList<Move> moves;
      Rules::generate_all(position, moves);
      if (moves.empty()) break;
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST(CheckFen, TakesWrongRightsToCastleOut) {
  const CheckedFen checked =
      check_fen("rn2k1r1/ppp3pp/1q2bp2/4p3/8/1B4Q1/PPPP1PPP/R1B1K1N1 b kqKQ - id \"x\";");
  EXPECT_EQ(checked.mended, "rn2k1r1/ppp3pp/1q2bp2/4p3/8/1B4Q1/PPPP1PPP/R1B1K1N1 b kqQ - id \"x\";");
  EXPECT_EQ(checked.operations, "id \"x\";");
  ASSERT_TRUE(checked.position);
  EXPECT_EQ(format_fen(*checked.position), "rn2k1r1/ppp3pp/1q2bp2/4p3/8/1B4Q1/PPPP1PPP/R1B1K1N1 b Qkq - 0 1");
  EXPECT_THAT(
      faults("4k3/8/8/8/8/8/8/5K1R w KQkq - 3 30"),
      ElementsAre(
          "castling: White may not castle there: no rook of that side stands on that side of the first rank",
          "castling: Black may not castle there: no rook of that side stands on that side of the first rank",
          "castling: Black may not castle there: no rook of that side stands on that side of the first rank"));
  EXPECT_EQ(check_fen("8/4k3/8/8/8/8/8/5K1R w k - 3 30").mended, "8/4k3/8/8/8/8/8/5K1R w - - 3 30");
}

TEST(CheckFen, TakesEnPassantSquaresOutWhereNobodyCanCapture) {
  EXPECT_THAT(faults("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"), IsEmpty());
  const std::string useless = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ";
  EXPECT_THAT(faults(useless + "e3 0 1"), ElementsAre("en-passant: no pawn can capture on e3"));
  EXPECT_EQ(check_fen(useless + "e3 0 1").mended, useless + "- 0 1");
  EXPECT_THAT(faults(useless + "d3 0 1"),
              ElementsAre("en-passant: no pawn of White can just have passed d3"));
  // The capture would leave the king in check.
  EXPECT_THAT(faults("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1"),
              ElementsAre("en-passant: no pawn can capture on d6"));
}

TEST(CheckFen, TellsImpossiblePositionsFromUnreadableTexts) {
  EXPECT_THAT(faults("4k3/8/8/8/8/8/8/4KR1r w - - 0 1"), IsEmpty());
  EXPECT_THAT(faults("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"),
              ElementsAre("impossible: Black is in check, but it is White's turn"));
  EXPECT_THAT(faults("4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1"),
              ElementsAre("impossible: both kings are in check"));
  EXPECT_THAT(faults("8/8/8/8/8/8/4p3/4K2R w K - 0 1"), ElementsAre("impossible: Black has no king"));
  EXPECT_THAT(faults("4k3/8/8/8/8/8/8/P3K3 w - - 0 1"),
              ElementsAre("impossible: no pawn can stand on rank 1"));
  EXPECT_THAT(faults("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"),
              ElementsAre("impossible: White has more promoted men than it lacks pawns"));
  EXPECT_THAT(faults("4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1"), IsEmpty());
  EXPECT_THAT(faults("4k3/8/8/8/8/3n4/3b4/r3K3 w - - 0 1"),
              ElementsAre("impossible: White is in check by more than two men"));
  EXPECT_THAT(faults("white=RNBQKBNR black=RNBQKBNR"), IsEmpty());
  EXPECT_THAT(faults("8/8/8/8/8/8/8/8 w - - 0 1"),
              ElementsAre("impossible: the arrays are still to be placed"));
  for (const char* text :
       {"", "e4 e5", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "4k3/8/8/8/8/8/8/4K3 w ZZ - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "4k3/8/8 w - - 0 1", "4x3/8/8/8/8/8/8/4K3 w - - 0 1"}) {
    ASSERT_EQ(check_fen(text).faults.size(), 1u) << text;
    EXPECT_EQ(check_fen(text).faults[0].kind, kUnreadable) << text;
    EXPECT_FALSE(check_fen(text).position) << text;
  }
}

TEST(CheckFen, FindsDrawsByTheMenOnTheBoard) {
  for (const char* dead : {"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1",
                           "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1"})
    EXPECT_THAT(faults(dead), ElementsAre("drawn: neither side has the men to force a mate")) << dead;
  for (const char* alive : {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/1N2KB2 w - - 0 1",
                            "4kn2/8/8/8/8/8/8/1N2KB2 w - - 0 1"})
    EXPECT_THAT(faults(alive), IsEmpty()) << alive;
}

}  // namespace tabiya::chess::chess_fen_check_test
