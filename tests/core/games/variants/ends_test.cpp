#include "core/games/variants/ends.h"

#include <gtest/gtest.h>

#include <string>

#include "core/games/variants/module.h"

namespace tabiya::variants::ends_test {

// The result of a position after moves, for people; "open" while the game continues.
std::string result(std::string_view rules, std::string_view fen, std::string_view moves = {}) {
  const auto module = make_module(rules, "", "test.ini");
  if (!module) return module.error().message;
  auto position = (*module)->parse_position(fen);
  if (!position) return position.error().message;
  while (!moves.empty()) {
    const std::size_t end = std::min(moves.find(' '), moves.size());
    position = (*position)->after(moves.substr(0, end));
    if (!position) return position.error().message;
    moves.remove_prefix(std::min(end + 1, moves.size()));
  }
  const auto result = (*position)->result();
  EXPECT_EQ(result.has_value(), (*position)->outcome() != Outcome::kOpen);
  return result.value_or("open");
}

TEST(Ends, ByCheckmateAndStalemate) {
  constexpr std::string_view kUsual = "[a:chess]\n";
  EXPECT_EQ(result(kUsual, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), "White has won, by checkmate");
  EXPECT_EQ(result(kUsual, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "The game is drawn, by stalemate");
  EXPECT_EQ(result("[a:chess]\nstalemateValue = loss\n", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
            "White has won, by stalemate");
  EXPECT_EQ(result("[a:chess]\ncheckmateValue = win\n", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
            "Black has won, by checkmate");
}

TEST(Ends, ByExtinction) {
  EXPECT_EQ(result("[a:kinglet]\n", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"),
            "White has won, by the loss of pieces");
  EXPECT_EQ(result("[a:giveaway]\n", "4k3/8/8/8/8/8/8/8 w - - 0 1"), "White has won, by the loss of pieces");
  EXPECT_EQ(result("[a:crazyhouse]\nextinctionValue = loss\nextinctionPieceTypes = q\n",
                   "3qk3/8/8/8/8/8/8/4K3[Q] w - - 0 1"),
            "open");
}

TEST(Ends, ByFlagsThatMustBeSafe) {
  constexpr std::string_view kRules =
      "[a:chess]\nflagRegionWhite = *8\nflagRegionBlack = *1\nflagPieceSafe = true\n";
  EXPECT_EQ(result(kRules, "4N3/8/8/k7/8/8/8/K7 b - - 0 1"), "White has won, by reaching the flag");
  EXPECT_EQ(result(kRules, "4N2r/8/8/k7/8/8/8/K7 b - - 0 1"), "open");
  // What attacks it is pinned, or could not capture it for a check: not safe all the same.
  EXPECT_EQ(result(kRules, "k3N3/8/2r5/8/4B3/8/8/K7 b - - 0 1"), "White has won, by reaching the flag");
  EXPECT_EQ(result(kRules, "k1r1N3/8/8/8/4B3/8/8/K7 b - - 0 1"), "open");
  EXPECT_EQ(result(kRules, "R1n1rk2/8/8/8/8/8/8/K7 b - - 0 1"), "White has won, by reaching the flag");
  // Only one of two can be captured.
  EXPECT_EQ(result(kRules, "4N1Nr/8/3n4/k7/8/8/8/K7 b - - 0 1"), "White has won, by reaching the flag");
}

TEST(Ends, ByFlagsChecksAndRows) {
  EXPECT_EQ(result("[a:kingofthehill]\n", "4k3/8/8/8/4K3/8/8/8 b - - 0 1"),
            "White has won, by reaching the flag");
  EXPECT_EQ(result("[a:racingkings]\n", "K7/8/k7/8/8/8/8/8 b - - 0 1"),
            "White has won, by reaching the flag");
  EXPECT_EQ(result("[a:racingkings]\n", "K7/2k5/8/8/8/8/8/8 b - - 0 1"), "open");  // Black may follow
  EXPECT_EQ(result("[a:racingkings]\n", "K7/2k5/8/8/8/8/8/8 b - - 0 1", "c7d8"),
            "The game is drawn, by reaching the flag");
  EXPECT_EQ(result("[a:3check]\n", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8"),
            "White has won, by the number of checks");
  EXPECT_EQ(
      result(
          "[a]\nimmobile = p\npieceDrops = true\ncastling = false\nmaxRank = 3\nmaxFile = 3\nconnectN = 3\n"
          "startFen = 3/3/3[PPPppp] w - - 0 1\n",
          "PP1/pp1/3[Pp] w - - 0 1", "P@c3"),
      "White has won, by a row of pieces");
}

TEST(Ends, ByRepetition) {
  constexpr std::string_view kMoves = "a1a2 h8h7 a2a1 h7h8";
  constexpr std::string_view kStart = "6kr/8/8/8/8/8/8/R3K3 w - - 0 1";
  EXPECT_EQ(result("[a:chess]\n", kStart, kMoves), "open");
  EXPECT_EQ(result("[a:chess]\nnFoldRule = 2\n", kStart, kMoves),
            "The game is drawn: the position has stood 2 times");
  EXPECT_EQ(result("[a:chess]\nnFoldRule = 2\nnFoldValue = loss\n", kStart, kMoves),
            "Black has won: the position has stood 2 times");
  EXPECT_EQ(result("[a:chess]\nnFoldRule = 2\nnFoldValue = win\n", kStart, kMoves),
            "White has won: the position has stood 2 times");
  EXPECT_EQ(result("[a:chess]\nnFoldRule = 0\n", kStart, std::string(kMoves) + " " + std::string(kMoves)),
            "open");
}

TEST(Ends, ByClocksAndMaterial) {
  EXPECT_EQ(result("[a:chess]\n", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2"),
            "The game is drawn, by the number of moves without a capture or a pawn's move");
  EXPECT_EQ(result("[a:chess]\nnMoveRule = 0\n", "4k3/8/8/8/8/8/8/R3K3 w - - 200 80"), "open");
  EXPECT_EQ(result("[a:chess]\n", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1"),
            "The game is drawn, since neither side can mate");
  EXPECT_EQ(result("[a:kingofthehill]\n", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1"), "open");
}

TEST(Ends, ByTheCountOfMoves) {
  // One rook: sixteen moves, of which a lone king has made as many as there are men.
  const auto makruk = make_module("[a:makruk]\n", "", "test");
  const auto bared = (*(*makruk)->parse_position("8/8/8/3k4/8/3n4/8/R2KM3 w - - 0 50"))->after("e1d2");
  ASSERT_TRUE(bared);
  EXPECT_EQ((*bared)->text(), "8/8/8/3k4/8/3n4/3M4/R2K4 b - 128 0 50");
  const auto lone = (*(*makruk)->parse_position("8/8/8/3k4/8/3n4/3M4/R2K4 w - 128 4 52"))->after("d2d3");
  ASSERT_FALSE(lone);
  const auto taken = (*(*makruk)->parse_position("8/8/8/3k4/8/3n4/4M3/R2K4 w - 128 4 52"))->after("e2d3");
  ASSERT_TRUE(taken) << taken.error().message;
  EXPECT_EQ((*taken)->text(), "8/8/8/3k4/8/3M4/8/R2K4 b - 32 8 52");
  constexpr std::string_view kLate = "8/8/8/3k4/8/3M4/8/R2K4 b - 32 31 64",
                             kOver = "8/8/8/3k4/8/3M4/8/R2K4 b - 32 33 65";
  EXPECT_EQ(result("[a:makruk]\n", kLate, "d5c5"), "open");
  EXPECT_EQ(result("[a:makruk]\n", kLate, "d5c5 a1b1"), "The game is drawn, by the count of moves");
  EXPECT_EQ(result("[a:makruk]\n", kOver), "The game is drawn, by the count of moves");
  EXPECT_EQ(result("[a:asean]\n", "8/8/8/3k4/8/3Q4/8/R2K4 w - - 5 64", "d3e2 d5c5"), "open");
  EXPECT_EQ(result("[a:chess]\n", "8/8/8/3k4/8/3Q4/8/R2K4 b - 32 31 64"),
            "expected at most two numbers below 10,000");
}

TEST(Ends, ByMaterialDependOnOtherAims) {
  constexpr std::string_view kBishop = "4k3/8/8/8/8/8/8/4KB2 w - - 0 1";
  EXPECT_EQ(result("[a:chess]\nnFoldValue = loss\n", kBishop), "open");
  EXPECT_EQ(result("[a:3check]\n", "4k3/8/8/8/8/8/8/4KB2 w - - 3+3 0 1"), "open");
  EXPECT_EQ(result("[a:chess]\nstalemateValue = loss\n", kBishop), "open");
  EXPECT_EQ(result("[a:chess]\nstalemateValue = loss\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            "The game is drawn, since neither side can mate");
  EXPECT_EQ(result("[a:chess]\nstalemateValue = loss\nking = k:KA\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            "open");
}

TEST(Ends, ByFlagsOfManyMenAfterALastMove) {
  constexpr std::string_view kRules =
      "[a:chess]\nflagRegionWhite = *8\nflagRegionBlack = *1\nflagMove = true\nflagPiece = n\n";
  EXPECT_EQ(result(kRules, "4N3/8/8/k7/8/8/8/K7 b - - 0 1"), "open");
  EXPECT_EQ(result(kRules, "4N3/8/8/k7/8/8/8/K7 b - - 0 1", "a5b5"), "White has won, by reaching the flag");
  EXPECT_EQ(result(kRules, "4N3/8/8/k7/8/3n4/8/K7 b - - 0 1", "d3e1"), "White has won, by reaching the flag");
}

TEST(Ends, ByADroppedShogiPawnAreLostByTheDropper) {
  EXPECT_EQ(result("[a:minishogi]\n", "r1sgk/5/2gb1/P+B3/2+s1K[pr] b - - 1 23", "P@e2"),
            "White has won, since no pawn may be dropped to mate");
}

}  // namespace tabiya::variants::ends_test
