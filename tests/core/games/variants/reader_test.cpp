#include "core/games/variants/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/games/variants/ini.h"
#include "core/games/variants/module.h"

namespace tabiya::variants::reader_test {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view kSmall =
    "# a comment\n"
    "[small]\n"
    "maxRank = 5\n"
    "maxFile = e\n"
    "rook = r\n"
    "king = k\n"
    "startFen = rk3/5/5/5/3KR w - - 0 1\n"
    "\n"
    "[leaping:small]\n"
    "customPiece1 = r:NA\n";

std::string complaint(std::string_view text, std::string_view name = {}) {
  const auto module = make_module(text, name, "test.ini");
  return module ? "no complaint" : module.error().message;
}

TEST(Reader, ListsTheGamesOfAFile) { EXPECT_THAT(*names_of(kSmall), ElementsAre("small", "leaping")); }

TEST(Reader, ReadsARulesSection) {
  const auto small = read_variant(kSmall, "small");
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_EQ(small->name, "small");
  EXPECT_EQ(small->rows, 5);
  EXPECT_EQ(small->columns, 5);
  EXPECT_EQ(small->start_line, 7);
  EXPECT_EQ(small->pieces[kRook].letter, 'r');
}

TEST(Reader, InheritsAndTakesLettersOver) {
  const auto leaping = read_variant(kSmall, "leaping");
  ASSERT_TRUE(leaping) << leaping.error().message;
  EXPECT_EQ(leaping->rows, 5);
  EXPECT_EQ(leaping->pieces[kRook].letter, 0);
  EXPECT_EQ(leaping->pieces[*find_piece_name("customPiece1")].letter, 'r');
  EXPECT_NE(leaping->fingerprint, read_variant(kSmall, "small")->fingerprint);
}

TEST(Reader, TellsWhatEnginesPlayOn) {
  constexpr std::string_view kSetups =
      "startFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1\nsetupPieces = kqrrbbnn\nsetupRegion = *1\n";
  const auto goes_on = [&](const std::string& keys) {
    const auto variant = read_variant("[a:chess]\n" + std::string(kSetups) + keys);
    EXPECT_TRUE(variant) << variant.error().message;
    return engines_play_on(*variant);
  };
  EXPECT_TRUE(goes_on(""));
  EXPECT_TRUE(goes_on("setupBothColours = b\ncastlingDroppedPiece = true\n"));
  for (const char* other :
       {"setupCastling = true", "doubleStep = false", "customPiece1 = c:FD", "nMoveRule = 60",
        "stalemateValue = loss", "pieceDrops = true", "castling = false", "promotionPieceTypes = q"})
    EXPECT_FALSE(goes_on(std::string(other) + "\n")) << other;
  EXPECT_TRUE(engines_play_on(*read_variant("[a:chess]\n")));
  EXPECT_FALSE(engines_play_on(*read_variant(kSmall, "small")));
}

TEST(Reader, FingerprintsDependOnRulesAndNotOnComments) {
  const auto with_comment = read_variant("[a:chess]\n# c\npawn = p\n", "a");
  const auto without = read_variant("[b:chess]\npawn=p", "b");
  EXPECT_EQ(with_comment->fingerprint, without->fingerprint);
  EXPECT_NE(with_comment->fingerprint, read_variant("[c:chess]\npawn = -\n")->fingerprint);
}

TEST(Reader, AllOfTheProgramsOwnRulesAreGames) {
  const auto names = names_of(kParents);
  ASSERT_TRUE(names) << names.error().message;
  EXPECT_GE(names->size(), 30u);
  for (const std::string& name : *names) EXPECT_EQ(complaint("[own:" + name + "]\n"), "no complaint") << name;
}

TEST(Reader, SaysInWhichLineAndKeyAFileIsWrong) {
  EXPECT_EQ(complaint("rook = r\n"), "line 1: a section, [name], comes before the first key");
  EXPECT_THAT(complaint("[a\n"), StartsWith("line 1: a section is [name]"));
  EXPECT_THAT(complaint("[a]\nrook\n"), StartsWith("line 2: expected [section], key = value"));
  EXPECT_THAT(complaint("[a]\nrok = r\n"), StartsWith("line 2, key 'rok': unknown key"));
  EXPECT_THAT(complaint("[a:chess]\n\nmaxRank = 20\n"),
              StartsWith("line 3, key 'maxRank': '20' is not a number"));
  EXPECT_THAT(complaint("[a:chess]\nmaxFile = 12\n"),
              StartsWith("line 2, key 'maxFile': '12' is not a number"));
  EXPECT_THAT(complaint("[a:chess]\ncastling = yes\n"),
              HasSubstr("line 2, key 'castling': 'yes' is neither"));
  EXPECT_THAT(complaint("[a:chess]\nflagPiece = x\n"), HasSubstr("'x' is not the letter of a piece"));
  EXPECT_THAT(complaint("[a:chess]\nflagRegion = e44\n"), HasSubstr("'e44' is not a square"));
  EXPECT_THAT(complaint("[a:chess]\ncustomPiece1 = a:WxF\n"), HasSubstr("(character 2 of the moves)"));
  EXPECT_THAT(complaint("[a:chess]\nstartFen = 8/8\n"), StartsWith("line 2, key 'startFen': "));
  EXPECT_THAT(complaint("[a]\n"), HasSubstr("has no pieces"));
}

TEST(Reader, SaysThatARuleIsNotSupported) {
  EXPECT_EQ(complaint("[a:chess]\nblastOnCapture = true\n"),
            "line 2, key 'blastOnCapture': 'true' is not supported; the only value known here is 'false'");
  EXPECT_EQ(complaint("[a:chess]\nblastOnCapture = false\n"), "no complaint");
  // A region of the board that is inherited may lie beyond a smaller one.
  const std::string smaller = "[a:chess]\nmaxRank = 7\nstartFen = 4k3/8/8/8/8/8/4K3 w - - 0 1\n";
  EXPECT_EQ(complaint(smaller + "castling = false\n"), "no complaint");
  for (const char* bad :
       {"promotionRegionWhite = *9", "promotionRegionWhite = *7 *8", "flagRegion = i4", "castlingRank = 8"})
    EXPECT_THAT(
        complaint(smaller + bad + "\n"),
        AllOf(StartsWith("line 4, key '"), EndsWith("' is not on the board, which has 8 files and 7 ranks")));
  EXPECT_THAT(complaint("[a:chess]\nmobilityRegionWhiteKing = *1\n"), HasSubstr("not supported"));
}

TEST(Reader, InheritsFromEarlierSectionsOnly) {
  EXPECT_THAT(complaint("[a:b]\n[b:a]\n", "a"),
              StartsWith("line 1: [a] inherits from 'b', which is neither"));
  EXPECT_THAT(complaint("[a:a]\n"), StartsWith("line 1: [a] inherits from 'a'"));
  EXPECT_THAT(complaint("[a:chess]\n[a:chess]\n", "a"), StartsWith("line 2: [a] is defined twice"));
  EXPECT_THAT(complaint("[a:nothing]\n"), HasSubstr("'nothing'"));
}

TEST(Reader, AsksForANameWhereThereAreSeveralGames) {
  EXPECT_THAT(complaint("[a:chess]\n[b:chess]\n"), HasSubstr("holds 2 games; name one"));
  EXPECT_THAT(complaint("[a:chess]\n", "c"), HasSubstr("has no section [c]"));
  EXPECT_THAT(complaint(""), HasSubstr("holds no rules"));
}

TEST(Reader, RefusesHugeFiles) {
  EXPECT_EQ(names_of(std::string(kMostRuleText + 1, '#')).error().code, ErrorCode::kTooLarge);
  std::string sections;
  for (int i = 0; i < 2'000; ++i) sections += "[s" + std::to_string(i) + "]\n";
  EXPECT_EQ(names_of(sections).error().code, ErrorCode::kTooLarge);
}

}  // namespace tabiya::variants::reader_test
