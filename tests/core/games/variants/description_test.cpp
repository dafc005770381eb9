#include "core/games/variants/description.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/games/variants/module.h"
#include "core/games/variants/reader.h"

namespace tabiya::variants::description_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string moves_of(std::string_view betza) { return moves_text(*parse_betza(betza)); }

TEST(Description, SaysHowPiecesMove) {
  const std::map<std::string, std::string> expected{
      {"", ""},
      {"W", "Steps one square straight."},
      {"FD", "Steps one square diagonally; leaps two squares straight."},
      {"N", "Leaps two squares along a rank or file and one to the side."},
      {"Q", "Moves any number of squares straight; moves any number of squares diagonally."},
      {"R4", "Moves up to 4 squares straight."},
      {"fmWfcF",
       "Steps one square straight ahead, without capturing; steps one square diagonally ahead, to capture."},
      {"NN", "Leaps two squares along a rank or file and one to the side, again and again."},
      {"mRcpR",
       "Moves any number of squares straight, without capturing; moves any number of squares straight, over one "
       "piece, to capture."},
      {"nA", "Leaps two squares diagonally, not over others."},
      {"fsW", "Steps one square straight ahead or to the sides."}};
  for (const auto& [betza, text] : expected) EXPECT_EQ(moves_of(betza), text) << betza;
}

std::string rules_of(std::string_view text) { return (*make_module(text, {}, "x.ini"))->facts().rules; }

TEST(Description, SaysHowOneWinsDrawsAndPromotes) {
  EXPECT_THAT(
      rules_of("[x:chess]\n"),
      AllOf(
          StartsWith("Who is checkmated has lost.\nWho has no legal move has drawn.\n"),
          HasSubstr("When a position comes up 3 times, the game is drawn.\n"),
          HasSubstr("After 50 moves of each side without a capture or a move of a pawn the game is drawn.\n"),
          HasSubstr(
              "A pawn becomes a bishop, a rook, a knight or a queen on rank 8 for White, rank 1 for Black.\n"),
          HasSubstr("The king castles with a rook.\n"), Not(HasSubstr("drop"))));
  EXPECT_THAT(rules_of("[x:kingofthehill]\n"), HasSubstr("Who has a king on d4, e4, d5 or e5 has won.\n"));
  EXPECT_THAT(rules_of("[x:giveaway]\n"),
              AllOf(HasSubstr("Who has no pieces left has won.\n"), HasSubstr("Who can capture must.\n")));
  EXPECT_THAT(rules_of("[x:crazyhouse]\n"), HasSubstr("Captured pieces change sides"));
}

// Every game that files can inherit from has something to say of its ends, and of all pieces but those that do not move.
TEST(Description, IsThereForAllParents) {
  const auto names = names_of(kParents);
  for (const std::string& name : *names) {
    const auto module = make_module("[x:" + name + "]\n", "x", "x.ini");
    ASSERT_TRUE(module) << name << ": " << module.error().message;
    EXPECT_THAT((*module)->facts().rules, HasSubstr(" has ")) << name;
    const BoardPicture picture = (*module)->start()->picture();
    for (const Glyph& glyph : picture.pieces->glyphs)
      EXPECT_EQ(glyph.moves.empty(), glyph.betza.empty()) << name << ", " << glyph.name;
  }
}

constexpr std::string_view kCats =
    "[x]\nking = k\nhorse = h\ncustomPiece1 = n:N\ncustomPiece2 = c:FD\nstartFen = 8/8/8/8/8/8/8/K6k w - - 0 1\n";

// The names of all kinds, and which of them have a drawing that is no letter.
std::map<std::string, bool> kinds_of(std::string_view text) {
  std::map<std::string, bool> kinds;
  const auto module = make_module(text, {}, "x.ini");
  const BoardPicture picture = (*module)->start()->picture();
  for (const Glyph& glyph : picture.pieces->glyphs)
    kinds[std::string(glyph.name)] = glyph.svg.find("<text") == glyph.svg.npos;
  return kinds;
}

TEST(DrawnKinds, AreKnownByNameAndByMoves) {
  using Kinds = std::map<std::string, bool>;
  EXPECT_EQ(kinds_of(kCats),
            (Kinds{{"king", true}, {"horse", true}, {"piece_n", false}, {"piece_c", false}}));
  EXPECT_EQ(kinds_of("[x]\nking = k\ncustomPiece1 = n:N\nstartFen = 8/8/8/8/8/8/8/K6k w - - 0 1\n"),
            (Kinds{{"king", true}, {"knight", true}}));
  EXPECT_EQ(kinds_of(std::string(kCats) + "pieceNames = c:cat h:steed\n"),
            (Kinds{{"king", true}, {"steed", true}, {"piece_n", false}, {"cat", false}}));
}

TEST(DrawnKinds, NamesAreNoRules) {
  const auto bare = read_variant(kCats, ""),
             named = read_variant(std::string(kCats) + "pieceNames = c:cat\n", "");
  ASSERT_TRUE(bare && named);
  EXPECT_EQ(bare->fingerprint, named->fingerprint);
  const auto complaint = [](std::string_view names) {
    return make_module(std::string(kCats) + "pieceNames = " + std::string(names) + "\n", {}, "x.ini")
        .error()
        .message;
  };
  EXPECT_EQ(complaint("c:big_cat"),
            "line 7, key 'pieceNames': 'big_cat' is not a name of letters, at most 20");
  EXPECT_EQ(complaint("c:cat h:cat"), "line 7, key 'pieceNames': two pieces are called 'cat'");
  EXPECT_EQ(complaint("q:cat"), "line 7, key 'pieceNames': 'q' is not the letter of a piece in this game");
}

}  // namespace tabiya::variants::description_test
