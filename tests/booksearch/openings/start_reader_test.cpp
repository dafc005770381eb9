#include "booksearch/openings/start_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/games/games.h"
#include "tests/support/checkout.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch::start_reader_test {

using ::testing::ElementsAre;

// "LINE: position", or "LINE: kind: what is wrong".
std::vector<std::string> entries(const std::string& content, const char* name = "list",
                                 StartOptions options = {}) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path(name)) << content;
  std::vector<std::string> lines;
  if (options.game == nullptr) options.games = {find_game("chess")};
  for (const GameModule* game : games())
    if (options.game == nullptr && game->name() != "chess") options.games.push_back(game);
  StartReader reader(options);
  const auto take = [&](const StartEntry& entry) {
    const std::string what = entry.position != nullptr
                                 ? entry.position->text()
                                 : std::string(entry.faults.at(0).kind) + ": " + entry.faults.at(0).what;
    lines.push_back(std::to_string(entry.line) + ": " + what);
    return ok_status();
  };
  EXPECT_TRUE(reader.read(folder.path(name), take).ok());
  return lines;
}

StartOptions of(const char* game) { return {.game = find_game(game)}; }

TEST(StartReader, ReadsEachWayOfWritingAStart) {
  EXPECT_THAT(entries("# a list\n"
                      "\n"
                      "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9\r\n"
                      "  4k3/8/8/8/8/8/4P3/4K3 b - - id \"x\";\n"
                      "RNBQKBNR BBQNNRKR\n"
                      "white=RNBQKBNR black=BBQNNRKR\n"
                      "white=RNBQKBNR black=BBQNNRKR e4\n"
                      "startpos e2e4 c5\n"
                      "e4\n"
                      "startpos",
                      "list", of("chess")),
              ElementsAre("3: 4k3/8/8/8/8/8/4P3/4K3 w - - 3 9", "4: 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
                          "5: bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "6: bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "7: bbqnnrkr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                          "8: rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                          "9: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                          "10: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
}

TEST(StartReader, ReadsGamesToAPly) {
  const std::string games =
      "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n"
      "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 3 9\"]\n\n1. e4 Ke7 *\n";
  EXPECT_THAT(entries(games, "games", of("chess")),
              ElementsAre("1: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
                          "5: 8/4k3/8/8/4P3/8/8/4K3 w - - 1 10"));
  StartOptions one_ply = of("chess");
  one_ply.plies = 1;
  EXPECT_THAT(entries(games, "games", one_ply),
              ElementsAre("1: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                          "5: 4k3/8/8/8/4P3/8/8/4K3 b - - 0 9"));
  EXPECT_THAT(entries("1. e4 e5 *\n1. d4 *\n", "games.pgn", one_ply),
              ElementsAre("1: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                          "2: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"));
}

TEST(StartReader, TellsWhatCannotBeRead) {
  EXPECT_THAT(
      entries("startpos e4 e4\nnonsense\nwhite=RNBQKBNR\n1r/8 w - -\n", "list", of("chess")),
      ElementsAre(::testing::StartsWith("1: unreadable: illegal move 'e4'"),
                  ::testing::StartsWith("2: unreadable: "), "3: impossible: setups are still to be placed",
                  ::testing::StartsWith("4: unreadable: ")));
  EXPECT_THAT(entries("[Event \"a\"]\n\n1. e4 e4 *\n", "games", of("chess")),
              ElementsAre(::testing::StartsWith("1: unreadable: line 3: illegal move 'e4'")));
}

TEST(StartReader, FindsOutTheGame) {
  EXPECT_THAT(entries("nonsense\n4k3/8/8/8/8/8/4P3/4K3 w - - 3 9\n"),
              ElementsAre(::testing::StartsWith("1: unreadable: "), "2: 4k3/8/8/8/8/8/4P3/4K3 w - - 3 9"));
  EXPECT_THAT(entries("AWAAAAAADFFDDDAN addadffdnaaaaawa\n"), ElementsAre(::testing::StartsWith("1: ")));
  EXPECT_THAT(entries("[Event \"a\"]\n\n1. e4 *\n"),
              ElementsAre("1: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
}

TEST(StartReader, ReadsNumberedMovesAndLinesOfUci) {
  const std::string after_nf3 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
  EXPECT_THAT(
      entries(test::data_file("field/numbered-lines.txt"), "list", of("chess")),
      ElementsAre("1: " + after_nf3, "2: rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
                  "3: rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                  "4: rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
  EXPECT_THAT(entries("1.e4 e5 2.Nf3 1/2-1/2\nposition fen 4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 moves e2e4\n",
                      "list", of("chess")),
              ElementsAre("1: " + after_nf3, "2: 4k3/8/8/8/4P3/8/8/4K3 b - - 0 9"));
}

TEST(StartReader, ReadsWhatOthersWriteBehindPositions) {
  const std::string board = "rnbqkb1r/ppppp2p/5np1/8/3PN3/8/PPP2PPP/R1BQKBNR w KQkq -";
  for (const char* name : {"field/six-fields-and-operations.epd", "field/perft-suite-line.epd"})
    EXPECT_THAT(entries(test::data_file(name)), ElementsAre("1: " + board + " 1 5")) << name;
  EXPECT_THAT(entries(test::data_file("field/no-last-semicolon.epd")), ElementsAre("1: " + board + " 0 1"));
  EXPECT_THAT(entries(test::data_file("field/blanks.epd")),
              ElementsAre("1: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "2: 4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"));
  EXPECT_THAT(entries(test::data_file("field/fen-tag-trailing-blank.pgn")),
              ElementsAre("1: 4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
}

TEST(StartReader, GoesOnAfterDrawsThatNobodyClaimed) {
  const std::string games = test::data_file("field/past-third-repetition.pgn");
  EXPECT_THAT(entries(games), ElementsAre(::testing::EndsWith("b KQ - 0 7")));
  std::string shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 ";
  std::string all = "[Event \"a\"]\n\n";
  for (int i = 0; i < 4; ++i) all += shuffle;  // the start stands for the fifth time
  EXPECT_THAT(entries(all + "e4 1-0\n"), ElementsAre(::testing::HasSubstr("the game is over before 'e4'")));
}

TEST(StartReader, TakesTheGameOfTheVariantTag) {
  EXPECT_THAT(entries(test::data_file("field/variant-antichess.pgn")),
              ElementsAre("1: unreadable: a game of the variant Antichess, and not of chess"));
  EXPECT_THAT(
      entries(
          "[Event \"a\"]\n[Variant \"pawn_race\"]\n[FEN \"8/ppp1pppp/8/8/8/8/PPP1PPPP/8 w - - 0 1\"]\n\n1. a4 *\n"),
      ElementsAre("1: 8/ppp1pppp/8/8/P7/8/1PP1PPPP/8 b - a3 0 1"));
}

// A game that breaks off within the plies that count tells nothing of those behind it; one that cannot be read at all is told
// of in the words of the game that the others are of.
TEST(StartReader, FindsOutTheGameByThePliesThatCount) {
  StartOptions three;
  three.plies = 3;
  const auto found = entries(test::data_file("field/detection.pgn"), "games.pgn", three);
  EXPECT_THAT(found, ElementsAre("1: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
                                 ::testing::StartsWith("8: rnbqkbnr/")));
  EXPECT_THAT(
      entries("[Event \"a\"]\n\n1. Ze9 *\n[Event \"b\"]\n\n1. e4 *\n", "games.pgn"),
      ElementsAre(::testing::HasSubstr("illegal move 'Ze9': expected a move such as e4, Nf3, O-O or e2e4"),
                  ::testing::StartsWith("4: rnbqkbnr/")));
}

TEST(StartReader, GivesEntriesThatAreWrittenAlikeOneKey) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path("list")) << "startpos e4 e5\n startpos e4 e5 \nstartpos e2e4 e7e5\n";
  std::vector<StartEntry> read;
  const auto take = [&](const StartEntry& entry) {
    read.push_back(entry);
    return ok_status();
  };
  ASSERT_TRUE(StartReader(of("chess")).read(folder.path("list"), take).ok());
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].written, read[1].written);
  EXPECT_NE(read[0].written, read[2].written);
  EXPECT_EQ(read[0].path, read[2].path);
  EXPECT_EQ(read[0].path.size(), 3u);
}

TEST(StartReader, EndsWithTheFirstErrorOfWhoTakes) {
  const test::TemporaryFolder folder;
  const std::string too_long(std::size_t{3} << 20, 'x');
  const auto error = [&](StartOptions options, const std::string& list) {
    std::ofstream(folder.path("list")) << list;
    int taken = 0;
    const auto refuse = [&](const StartEntry&) -> Status {
      ++taken;
      return Error{ErrorCode::kStopped, "enough", {}};
    };
    const Error found = StartReader(std::move(options)).read(folder.path("list"), refuse).error();
    EXPECT_EQ(taken, found.message == "enough" ? 1 : 0) << list.substr(0, 40);
    return found.message;
  };
  EXPECT_EQ(error(of("chess"), "startpos e4\nstartpos d4\n"), "enough");
  EXPECT_EQ(error(of("chess"), "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n"), "enough");
  EXPECT_EQ(error(of("chess"), "startpos e4\n" + too_long), "enough") << "what follows is not read";
  EXPECT_EQ(error({.games = {find_game("chess")}}, "junk\njunk\n"), "enough") << "of lines that waited";
  EXPECT_EQ(error(of("chess"), too_long),
            folder.path("list") + ", line 1: has more than 1048576 bytes, so this is not a list");
  EXPECT_EQ(error({}, "startpos"), folder.path("list") + ": no game is named that it could be of");
  EXPECT_EQ(StartReader(of("chess")).read(folder.path("none"), {}).error().code, ErrorCode::kIo);
}

}  // namespace tabiya::booksearch::start_reader_test
