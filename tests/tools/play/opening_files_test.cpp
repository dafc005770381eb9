#include "tools/play/game_input.h"

#include "core/games/games.h"
#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"

namespace tabiya::tools::opening_files_test {

using ::testing::ThrowsMessage;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

class OpeningsTest : public ::testing::Test {
 protected:
  std::vector<Opening> read(const std::string& content, const char* name = "openings",
                            std::size_t plies = 100) {
    write_file(folder_.path(name), content);
    return read_openings(*find_game("chess"), folder_.path(name), plies);
  }

  TemporaryFolder folder_;
};

TEST_F(OpeningsTest, AreReadFromEpdAndMoves) {
  EXPECT_THAT(
      read(
          "# three\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"x\";\r\n"
          "startpos e4 e7e5\n4k3/8/8/8/8/8/8/R3K3 b Q - 3 40\nstartpos\nwhite=RNBQKBNR black=BBQNNRKR Nf3\n"),
      ElementsAre(Opening{kStart, {}}, Opening{kStart, {"e2e4", "e7e5"}},
                  Opening{"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40", {}}, Opening{},
                  Opening{"", {"white=RNBQKBNR", "black=BBQNNRKR", "g1f3"}}));
}

TEST_F(OpeningsTest, AreReadFromGames) {
  const std::string games =
      "[Event \"a\"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 *\n\n"
      "[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40\"]\n\n40... Kd8 41. O-O-O+ 1-0\n";
  EXPECT_THAT(read(games, "games.pgn"),
              ElementsAre(Opening{kStart, {"e2e4", "e7e5", "g1f3"}},
                          Opening{"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40", {"e8d8", "e1a1"}}));
  EXPECT_THAT(read(games, "games.pgn", 1),
              ElementsAre(Opening{kStart, {"e2e4"}}, Opening{"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40", {"e8d8"}}));
}

TEST_F(OpeningsTest, AreReadAsUsersAndProgramsWriteThem) {
  EXPECT_THAT(read("1. e4 e5\nposition startpos moves e2e4\n4k3/8/8/8/8/8/8/R3K3  b Q -\t3 40 ;D1 3\n"),
              ElementsAre(Opening{kStart, {"e2e4", "e7e5"}}, Opening{kStart, {"e2e4"}},
                          Opening{"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40", {}}));
}

// A list of `openings` of a game with setups, with what was found of each position behind it.
TEST_F(OpeningsTest, AreTheSetupsThatLeadToAPosition) {
  const GameModule& game = *find_game("zero_point_one");
  const SetupPhase& phase = *game.setup_phase();
  const PositionHandle first = phase.position_after(17, 4711),
                       later = *first->after(first->moves().front().wire);
  write_file(folder_.path("list.epd"),
             first->text() + " acd 7; acn 3000; c0 \"probability 1.000\";\n" + later->text() + "\n");
  EXPECT_THAT(read_openings(game, folder_.path("list.epd"), 100),
              ElementsAre(Opening{"", {phase.wire(0, 17), phase.wire(1, 4711)}}, Opening{later->text(), {}}));
}

TEST_F(OpeningsTest, OfOtherVariantsAreSkipped) {
  const std::string antichess = test::data_file("field/variant-antichess.pgn");
  EXPECT_THAT(read(antichess + "\n[Event \"b\"]\n\n1. e4 *\n", "games.pgn"),
              ElementsAre(Opening{kStart, {"e2e4"}}));
  EXPECT_THAT([&] { read(antichess, "games.pgn"); }, ThrowsMessage<Failure>(HasSubstr("no openings in it")));
}

TEST_F(OpeningsTest, AreRefusedWithTheirLine) {
  const auto fault = [&](const char* content, const char* text, const char* name = "openings") {
    EXPECT_THAT([&] { read(content, name); }, ThrowsMessage<Failure>(HasSubstr(text))) << content;
  };
  fault("startpos e2e5\n", "line 1: 'e2e5'");
  fault("\n8/8/8/8 w - - 0 1\n", "line 2, byte 7: ");
  fault("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n", "line 1: the game is already over");
  fault("4k3/8/8/8/8/8/4P3/4K3 x - - 0 1\n", "line 1, byte 22: expected the side to move, w or b");
  fault("# nothing\n", "no openings in it");
  fault("[White \"a\"]\n\n1. e4 Ke7 *\n", "line 1: 'Ke7'", "a.pgn");
  fault("[FEN \"x\"]\n\n1. e4 *\n", "line 1: FEN", "a.pgn");
}

}  // namespace tabiya::tools::opening_files_test
