// Positions of games from files, as other programs write them.
#include <gtest/gtest.h>

#include <string>

#include "core/games/variants/module.h"

namespace tabiya::variants::fen_test {

// The position as this program writes it, or what is wrong.
std::string read(const std::string& parent, const std::string& fen) {
  const auto game = make_module("[a:" + parent + "]\n", "", "a");
  EXPECT_TRUE(game) << parent;
  const auto position = (*game)->parse_position(fen);
  return position ? (*position)->text() : position.error().message;
}

TEST(VariantFen, ReadsPocketsBehindTheLastRow) {
  const std::string board = "r3k3/8/8/8/8/8/8/4K2R";
  EXPECT_EQ(read("crazyhouse", board + "/Qn w Kq - 3 9"), board + "[Qn] w Kq - 3 9");
  EXPECT_EQ(read("crazyhouse", board + "/ w Kq - 3 9"), board + "[] w Kq - 3 9");
  EXPECT_EQ(read("crazyhouse", board + "/Qx w Kq - 3 9"), "not the letter of a piece in this game");
  EXPECT_EQ(read("chess", board + "/Q w Kq - 3 9"), "there are more than 8 rows");
}

TEST(VariantFen, ReadsWhatIsInHandAfterACapture) {
  const auto game = make_module("[a:crazyhouse]\n", "", "a");
  const std::string hand(64, 'P');
  const auto before = (*game)->parse_position("4k3/8/8/8/8/3p4/4P3/4K3[" + hand + "] w - - 0 1");
  const auto after = (*before)->after("e2d3");
  ASSERT_TRUE(after.ok());
  EXPECT_EQ(read("crazyhouse", (*after)->text()), (*after)->text());
  EXPECT_EQ(read("crazyhouse", "4k3/8/8/8/8/8/8/4K3[" + std::string(191, 'P') + "] w - - 0 1"),
            "too many pieces in hand");
}

TEST(VariantFen, NamesBothSquaresWhereThePassedManIsNotOneStepAhead) {
  const std::string board = "4k3/8/4p3/8/8/8/8/4K3 w - ";
  EXPECT_EQ(read("chess", board + "e3e6 0 1"), board + "e3e6 0 1");
  EXPECT_EQ(read("chess", "4k3/8/8/3Pp3/8/8/8/4K3 w - e5e6 0 1"), "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1");
}

TEST(VariantFen, ReadsChecksThatWereGiven) {
  const std::string board = "4k3/8/8/8/8/8/8/R3K3 w - - ";
  EXPECT_EQ(read("3check", board + "0 1 +2+0"), board + "1+3 0 1");
  EXPECT_EQ(read("3check", board + "1+3 0 1"), board + "1+3 0 1");
  for (const char* checks : {"+", "+4+0", "+2", "++", "2+"})
    EXPECT_EQ(read("3check", board + "0 1 " + checks),
              "expected checks left such as 3+3, or given such as +0+0")
        << checks;
}

}  // namespace tabiya::variants::fen_test
