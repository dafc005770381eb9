#include "core/game/pgn_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tabiya::pgn_reader_test {

using testing::ElementsAre;

// Each game as its line, moves, result and fault: "1: e4 e5 1-0" or "4: e4 * (5: a comment is not closed)".
std::vector<std::string> games_of(std::string_view text, std::size_t piece = std::string_view::npos) {
  std::vector<std::string> games;
  PgnReader reader([&](const PgnGame& game) {
    std::string line = std::to_string(game.line) + ":";
    for (std::size_t ply = 0; ply < game.plies(); ++ply) line += " " + std::string(game.move(ply));
    line += " " + game.result;
    if (game.fault) line += " (" + std::to_string(game.fault->line) + ": " + game.fault->message + ")";
    games.push_back(line);
  });
  for (std::size_t at = 0; at < text.size(); at += std::min(piece, text.size()))
    reader.feed(text.substr(at, piece));
  reader.finish();
  return games;
}

constexpr const char* kTwoGames =
    "[Event \"A \\\"b\\\" ]\"]\n[Result \"1-0\"]\n\n"
    "1. e4 {a [comment] (here)} e5 $14 2.Nf3!? (2. f4 exf4 (2... d5 {x)}) 3. Nf3) 2... Nc6 ; rest 3. a4\n"
    "% 1. escaped\n3. O-O 0-0-0 e8=Q+ e.p. !! 1-0\n\n"
    "[Event \"C\"]\n\n*\n";

TEST(PgnReader, ReadsTheMainLines) {
  const auto expected = ElementsAre("1: e4 e5 Nf3!? Nc6 O-O 0-0-0 e8=Q+ 1-0", "8: *");
  EXPECT_THAT(games_of(kTwoGames), expected);
  for (const std::size_t piece : {1, 2, 3, 7, 50}) EXPECT_THAT(games_of(kTwoGames, piece), expected) << piece;
}

// Parts as they are read: "e4 {words} ( d4 )".
std::string parts_of(std::string_view text, std::size_t piece) {
  std::string parts;
  const auto add = [&](const PgnGame& game) {
    for (std::size_t part = 0; part < game.parts(); ++part) {
      const std::string words(game.text(part));
      const PgnPart kind = game.kind(part);
      parts += kind == PgnPart::kMove      ? words
               : kind == PgnPart::kComment ? "{" + words + "}"
               : kind == PgnPart::kOpen    ? "("
                                           : ")";
      parts += kind == PgnPart::kMove ? std::to_string(game.line_of_part(part)) + " " : " ";
    }
    parts += game.result + ";";
  };
  PgnReader reader(add, PgnReader::Keep::kAll);
  for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
  reader.finish();
  return parts;
}

TEST(PgnReader, KeepsVariationsAndCommentsWhereTheyAreWanted) {
  for (const std::size_t piece : {1, 7, 1'000})
    EXPECT_EQ(
        parts_of(kTwoGames, piece),
        "e44 {a [comment] (here)} e54 Nf3!?4 ( f44 exf44 ( d54 {x)} ) Nf34 ) Nc64 O-O6 0-0-06 e8=Q+6 1-0;*;");
  // The main line is that of a reader which passes them over; a result within a variation ends no game.
  EXPECT_EQ(parts_of("1. e4 (1. d4 1-0) e5 {two\nlines} *", 3), "e41 ( d41 ) e51 {two lines} *;");
  const std::string comment(2 * PgnReader::kMaxComment, 'x');
  EXPECT_EQ(parts_of("1. e4 {" + comment + "} *", 1'000),
            "e41 {" + comment.substr(0, PgnReader::kMaxComment) + "} *;");
}

TEST(PgnReader, IgnoresGlyphsOfOtherCharactersAndKnowsOtherResults) {
  EXPECT_THAT(
      games_of(
          "1. e4 e5 2. Nf3 \u00b1 Nc6 +- 1-0\n1. e4 e5 1/2\n1. d4 \u00bd-\u00bd\n[Result \" 0-1 \"]\n1. c4"),
      ElementsAre("1: e4 e5 Nf3 Nc6 1-0", "2: e4 e5 1/2-1/2", "3: d4 1/2-1/2", "4: c4 0-1"));
}

TEST(PgnReader, EndsLinesAtNullMoves) {
  for (const std::string none : {"--", "Z0", "0000", "@@@@", "null", "2.--"})
    EXPECT_THAT(games_of("1. e4 e5 " + none + " 2. d4 (2. c4) d5 1-0\n1. c4 *"),
                ElementsAre("1: e4 e5 1-0", "2: c4 *"))
        << none;
  EXPECT_EQ(parts_of("1. e4 (1. d4 -- {none} (2. c3) 2. c4) e5 {kept} -- Nf3 {lost} (d4) *", 1'000),
            "e41 ( d41 ) e51 {kept} *;");
}

TEST(PgnReader, ReadsTags) {
  std::vector<std::pair<std::string, std::string>> tags;
  PgnReader reader([&](const PgnGame& game) { tags.insert(tags.end(), game.tags.begin(), game.tags.end()); });
  reader.feed(kTwoGames);
  reader.finish();
  EXPECT_THAT(tags, ElementsAre(std::pair("Event", "A \"b\" ]"), std::pair("Result", "1-0"),
                                std::pair("Event", "C")));
}

TEST(PgnReader, TakesTheResultOfTheTagWhereTheMovesEndWithoutOne) {
  EXPECT_THAT(games_of("[Result \"0-1\"]\n1. e4\n\n[Event \"x\"]\n1. d4 c5"),
              ElementsAre("1: e4 0-1", "4: d4 c5 *"));
  EXPECT_THAT(games_of("[Event \"a\"]\n[Event \"b\"]\n1. d4 *"), ElementsAre("1: *", "2: d4 *"));
}

TEST(PgnReader, GoesOnAfterAGameThatIsBroken) {
  EXPECT_THAT(games_of("1. e4 {open\nstill\n\n[Event \"x\"]\n1. d4 *"),
              ElementsAre("1: e4 * (1: a comment is not closed)", "4: d4 *"));
  EXPECT_THAT(games_of("1. e4 (open\nstill\n\n[Event \"x\"]\n1. d4 *"),
              ElementsAre("1: e4 * (1: a variation is not closed)", "4: d4 *"));
  EXPECT_THAT(games_of("1. e4 ) e5 *\n1. d4 *"),
              ElementsAre("1: e4 e5 * (1: a bracket closes a variation that has not begun)", "2: d4 *"));
  EXPECT_THAT(games_of("[Event \"x\n1. e4 *\n1. d4 *"),
              ElementsAre("1: e4 * (1: a tag is not closed on its line)", "3: d4 *"));
  EXPECT_THAT(games_of("1. e4 {open"), ElementsAre("1: e4 * (1: a comment is not closed)"));
}

TEST(PgnReader, BoundsWhatItKeeps) {
  EXPECT_THAT(games_of(std::string("1. e4\0 e5 *", 11)), ElementsAre(testing::HasSubstr("(1: a byte 0)")));
  EXPECT_THAT(games_of(std::string(1 << 20, 'x') + " *\n1. d4 *"),
              ElementsAre("1: * (1: a word that is too long for a move)", "2: d4 *"));
  EXPECT_THAT(games_of("[" + std::string(1 << 20, 'x') + "\n1. e4 *"),
              ElementsAre("1: e4 * (1: a tag that is too long)"));
  EXPECT_THAT(games_of(std::string(1 << 20, '(') + std::string(1 << 20, ')') + "1. e4 *"),
              ElementsAre("1: e4 *"));
  std::string many;
  for (std::size_t i = 0; i <= PgnGame::kMaxPlies; ++i) many += "e4 ";
  EXPECT_THAT(games_of(many), ElementsAre(testing::HasSubstr("more moves than a game can have")));
}

}  // namespace tabiya::pgn_reader_test
