#include "core/games/variants/betza.h"

#include <gtest/gtest.h>

#include <string>

namespace tabiya::variants::betza_test {

// The squares of 7 x 7 that a piece in the middle reaches: "m" moves to it only, "c" captures there only, "x" both.
std::string drawing(std::string_view text) {
  const auto steps = parse_betza(text);
  if (!steps) return "error: " + steps.error().message;
  std::string board;
  for (int row = 3; row >= -3; --row) {
    for (int column = -3; column <= 3; ++column) {
      bool moves = false, captures = false;
      for (const PieceStep& step : *steps) {
        for (int i = 1; i <= (step.range == 0 ? 3 : step.range); ++i) {
          if (step.rows * i != row || step.columns * i != column) continue;
          moves |= step.moves;
          captures |= step.captures;
        }
      }
      board += moves && captures ? 'x' : moves ? 'm' : captures ? 'c' : '.';
    }
    board += '\n';
  }
  return board;
}

TEST(Betza, LeapersGoInAllDirections) {
  EXPECT_EQ(drawing("N"),
            ".......\n"
            "..x.x..\n"
            ".x...x.\n"
            ".......\n"
            ".x...x.\n"
            "..x.x..\n"
            ".......\n");
  EXPECT_EQ(drawing("WA"),
            ".......\n"
            ".x...x.\n"
            "...x...\n"
            "..x.x..\n"
            "...x...\n"
            ".x...x.\n"
            ".......\n");
}

TEST(Betza, RidersGoOnAsFarAsTheirNumberSays) {
  EXPECT_EQ(drawing("mR2cB"),
            "c.....c\n"
            ".c.m.c.\n"
            "..cmc..\n"
            ".mm.mm.\n"
            "..cmc..\n"
            ".c.m.c.\n"
            "c.....c\n");
  EXPECT_EQ(drawing("WW"), drawing("R"));
  EXPECT_EQ(drawing("B1"), drawing("F"));
}

TEST(Betza, PawnsMoveAndCaptureForward) {
  EXPECT_EQ(drawing("fmWfcF"),
            ".......\n"
            ".......\n"
            "..cmc..\n"
            ".......\n"
            ".......\n"
            ".......\n"
            ".......\n");
  EXPECT_EQ(drawing("fmWfceF"), drawing("fmWfcF"));
}

TEST(Betza, DirectionsOfObliqueLeapsNameTheLongerAxisLast) {
  EXPECT_EQ(drawing("fN"), drawing("ffN"));
  EXPECT_EQ(drawing("ffNfsN"), drawing("fhN"));
  EXPECT_EQ(drawing("frNrfN"),
            ".......\n"
            "....x..\n"
            ".....x.\n"
            ".......\n"
            ".......\n"
            ".......\n"
            ".......\n");
  EXPECT_EQ(drawing("frN"),
            ".......\n"
            ".......\n"
            ".....x.\n"
            ".......\n"
            ".......\n"
            ".......\n"
            ".......\n");
  EXPECT_EQ(drawing("fsW"), drawing("fWsW"));
  EXPECT_EQ(drawing("rfF"),
            ".......\n"
            ".......\n"
            "....x..\n"
            ".......\n"
            ".......\n"
            ".......\n"
            ".......\n");
}

TEST(Betza, NotesHopsLameLeapsAndInitialMoves) {
  EXPECT_EQ((*parse_betza("gQ"))[0].hop, PieceStep::Hop::kNext);
  EXPECT_EQ((*parse_betza("cpR"))[0].hop, PieceStep::Hop::kBehind);
  EXPECT_TRUE((*parse_betza("nN"))[0].lame);
  EXPECT_TRUE((*parse_betza("ifmnD"))[0].initial);
  EXPECT_TRUE(parse_betza("")->empty());
}

TEST(Betza, RefusesWhatIsNoneAndSaysWhere) {
  const auto offset = [](std::string_view text) { return parse_betza(text).error().offset; };
  EXPECT_EQ(offset("Wx"), 1u);
  EXPECT_EQ(offset("W1fW?"), 4u);
  EXPECT_EQ(offset("Rfm"), 3u);
  EXPECT_EQ(offset("pN"), 1u);
  EXPECT_EQ(parse_betza("jR").error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(parse_betza("feF").error().code, ErrorCode::kUnsupported);
  EXPECT_FALSE(parse_betza(std::string(10'000, 'N')));
}

}  // namespace tabiya::variants::betza_test
