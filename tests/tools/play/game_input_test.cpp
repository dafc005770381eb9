// Games as inputs of commands, in PGN; other files are tested by the commands that read them.
#include "tools/play/game_input.h"

#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"

namespace tabiya::tools::game_input_test {

using ::testing::ThrowsMessage;

class GameInput : public ::testing::Test {
 protected:
  RecordedGame read(const std::string& content, const std::string& game = "", std::size_t number = 0) {
    write_file(path_, content);
    return read_game(game, path_, number);
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path("games.pgn");
};

TEST_F(GameInput, InPgnBeginsWithItsSetups) {
  const RecordedGame chess = read("[Event \"a\"]\n\n1. e2-e4 e5 (1... c5) 2. Ng1f3 1-0\n");
  EXPECT_EQ(chess.module->name(), "chess");
  EXPECT_THAT(chess.moves, ElementsAre("white=RNBQKBNR", "black=RNBQKBNR", "e2e4", "e7e5", "g1f3"));
  EXPECT_EQ(chess.positions.size(), 6u);
  const RecordedGame ours = read(
      "[Variant \"zero_point_one\"]\n[FEN \"AWAAAAAA/DFFDDDAN/8/8/8/8/addadffd/naaaaawa r - 2\"]\n\n1. b5d5 *\n");
  EXPECT_THAT(ours.moves, ElementsAre("AWAAAAAADFFDDDAN", "addadffdnaaaaawa", "b5d5"));
}

TEST_F(GameInput, InPgnGoesOnAfterDrawsThatNobodyClaimed) {
  const RecordedGame game = read(test::data_file("field/past-third-repetition.pgn"));
  EXPECT_EQ(game.moves.back(), "h5e5");
  EXPECT_EQ(game.positions.back()->outcome(), Outcome::kLoss);
}

TEST_F(GameInput, FromAPositionIsReadAndNotContinued) {
  const std::string games = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n";
  const RecordedGame game = read(games);
  EXPECT_EQ(game.positions.front()->text(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_THAT(game.moves, ElementsAre("e2e4"));
  EXPECT_THAT([&] { read_game_from_start("", path_); },
              ThrowsMessage<Failure>(HasSubstr("games are continued from their setups alone")));
}

TEST_F(GameInput, InPgnIsRefusedWithItsLine) {
  const auto fault = [&](const std::string& content, const std::string& game, const char* text,
                         std::size_t number = 0) {
    EXPECT_THAT([&] { read(content, game, number); }, ThrowsMessage<Failure>(HasSubstr(text))) << content;
  };
  fault("[Event \"a\"]\n\n1. e4 e4 *\n", "", "games.pgn, line 3, move 4 'e4'");
  fault("[Event \"a\"]\n\n1. e4 *\n", "", "has 1 game, so none with the number 1", 1);
  fault(test::data_file("field/variant-antichess.pgn"), "", "line 1: the variant Antichess is not known");
  fault(test::data_file("field/variant-antichess.pgn"), "chess",
        "line 1: a game of the variant Antichess, and not of chess");
}

}  // namespace tabiya::tools::game_input_test
