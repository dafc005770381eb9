#include "tools/reports/game_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "core/game/pgn_reader.h"
#include "core/games/games.h"

namespace tabiya::tools::pgn_writer_test {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

const GameModule& chess() { return *find_game("chess"); }

std::vector<MatchEngine> engines() {
  const TimeControl clock{TimeControl::Kind::kGame, 5s, 80ms};
  return {MatchEngine{.clock = clock, .name = "First \"A\\B\""},
          MatchEngine{.clock = clock, .name = "Second"}};
}

std::string pgn(const GameRecord& record) { return pgn_of(chess(), engines(), Pairings(), record); }

GameRecord fools_mate() {
  GameRecord result{.winner = 1, .ending = "no move"};
  result.moves = {"white=RNBQKBNR", "black=RNBQKBNR", "f2f3", "e7e5", "g2g4", "d8h4"};
  result.comments = {"-0.25/7 0.340s", "+0.05/8", "", "+M1/12 1.000s"};
  return result;
}

TEST(PgnWriter, WritesTagsMovesAndComments) {
  EXPECT_EQ(pgn(fools_mate()),
            "[Event \"Match of engines\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1.1\"]\n"
            "[White \"First \\\"A\\\\B\\\"\"]\n[Black \"Second\"]\n[Result \"0-1\"]\n[PlyCount \"4\"]\n"
            "[Termination \"normal\"]\n[TimeControl \"5+0.08\"]\n\n"
            "1. f3 {-0.25/7 0.340s} 1... e5 {+0.05/8} 2. g4 Qh4# {+M1/12 1.000s} {no move}\n0-1\n\n");
}

TEST(PgnWriter, TellsWhereAGameBeginsThatIsNotTheUsualOne) {
  GameRecord result{.winner = 0, .ending = "time"};
  result.moves = {"white=RNBQKBNR", "black=BBQNNRKR", "e2e4"};
  const std::string array = pgn(result);
  EXPECT_THAT(
      array,
      HasSubstr("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
                "KQkq - 0 1\"]\n"));
  EXPECT_THAT(array, HasSubstr("[Termination \"time forfeit\"]"));
  result.moves = {"e8d8"};
  result.from = "4k3/8/8/8/8/8/8/R3K3 b Q - 3 40";
  result.number = 3;
  const std::string end = pgn(result);
  EXPECT_THAT(end, Not(HasSubstr("[Variant")));
  EXPECT_THAT(end, HasSubstr("[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40\"]"));
  EXPECT_THAT(end, HasSubstr("[Round \"2.2\"]\n[White \"Second\"]"));
  EXPECT_THAT(end, HasSubstr("\n40... Kd8 {time} 1-0\n"));
}

// Lines have at most 80 columns, and a reader finds the moves again, whatever the comments say.
TEST(PgnWriter, IsReadBack) {
  GameRecord result = fools_mate();
  result.ending = "illegal move";
  result.detail = "} 1-0 {\n[White \"x\"] \x1b[2J";
  const std::string text = pgn(result);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u);
  int games = 0;
  PgnReader reader([&](const PgnGame& game) {
    ++games;
    EXPECT_FALSE(game.fault);
    EXPECT_EQ(game.plies(), 4u);
    EXPECT_EQ(game.result, "0-1");
    EXPECT_EQ(game.tag("White"), "First \"A\\B\"");
    EXPECT_EQ(game.tag("Termination"), "illegal move");
  });
  reader.feed(text);
  reader.finish();
  EXPECT_EQ(games, 1);
}

}  // namespace tabiya::tools::pgn_writer_test
