#include "core/games/pgn_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tabiya {
namespace pgn_reader_test {

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
              ElementsAre("1: e4 e5 * (1: a variation ends that has not begun)", "2: d4 *"));
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

}  // namespace pgn_reader_test
}  // namespace tabiya
