#include "booksearch/engines/uci_answer.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace tabiya::booksearch {
namespace uci_answer_test {

UciAnswer answer_of(std::initializer_list<const char*> lines) {
  UciAnswer answer;
  for (const char* line : lines) take_line(answer, line);
  return answer;
}

TEST(UciAnswer, IsTheLastScoreOfTheFirstLine) {
  const UciAnswer answer = answer_of({
      "info string NNUE evaluation",
      "info depth 7 seldepth 9 multipv 1 score cp -31 wdl 10 900 90 nodes 900 nps 1 pv e2e4",
      "info depth 8 seldepth 9 multipv 1 score cp -40 wdl 5 895 100 nodes 1500 nps 1 pv e2e4",
      "info depth 9 multipv 2 score cp 100 wdl 900 100 0 nodes 1950 pv e2e4",
      "info depth 9 currmove e2e4 currmovenumber 1",
      "info nodes 2001 nps 100",
      "bestmove e2e4 ponder e7e5",
  });
  EXPECT_EQ(answer.centipawns, -40);
  EXPECT_EQ(answer.mate_in, std::nullopt);
  EXPECT_EQ(answer.wdl, (std::array{5, 895, 100}));
  EXPECT_EQ(answer.depth, 8);
  EXPECT_EQ(answer.deepest, 9);
  EXPECT_EQ(answer.nodes, 2001);
  EXPECT_EQ(answer.best_move, "e2e4");
}

// Engines name the bound before the chances, or after them.
TEST(UciAnswer, MayBeABound) {
  for (const char* line : {"info depth 9 score cp 20 lowerbound wdl 30 960 10 nodes 1900 pv e2e4",
                           "info depth 9 score cp 20 wdl 30 960 10 lowerbound nodes 1900 pv e2e4"}) {
    const UciAnswer answer = answer_of({"info depth 8 score cp -40 wdl 5 895 100", line});
    EXPECT_EQ(answer.centipawns, 20);
    EXPECT_EQ(answer.wdl, (std::array{30, 960, 10}));
    EXPECT_EQ(answer.depth, 9);
  }
}

TEST(UciAnswer, MayBeAMate) {
  const UciAnswer answer = answer_of({"info depth 3 score cp 5 wdl 1 998 1", "info depth 4 score mate -2"});
  EXPECT_EQ(answer.mate_in, -2);
  EXPECT_EQ(answer.centipawns, std::nullopt);
  EXPECT_EQ(answer.wdl, std::nullopt);  // that of another score does not stand for it
}

TEST(UciAnswer, PassesOverWhatMakesNoSense) {
  const UciAnswer answer =
      answer_of({"", "info", "info score", "info score cp", "info score cp 99999999999999999999",
                 "info depth 3 score pawns 3", "info score cp 3 wdl 1 2 3", "bestmove",
                 "info string score cp 12", "info depth -5 nodes -7 pv score cp 8"});
  EXPECT_EQ(answer.centipawns, 3);
  EXPECT_EQ(answer.wdl, std::nullopt);
  EXPECT_EQ(answer.nodes, 0);
  EXPECT_EQ(answer.best_move, "");
}

}  // namespace uci_answer_test
}  // namespace tabiya::booksearch
