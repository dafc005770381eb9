#include "core/games/zero_point_one/notation.h"

#include <gtest/gtest.h>

#include "random_game.h"
#include "tests/core/games/zero_point_one/wire_line.h"

namespace tabiya::zero_point_one::notation_test {

Position position_of(std::string_view text) {
  Result<Position> position = parse_position(text);
  EXPECT_TRUE(position.ok()) << text;
  return *position;
}

TEST(SetupNotation, BluesWireFormIsTheReverseInSmallLetters) {
  const auto setup = *parse_setup("AWAAAAAADFFDDDAN");
  EXPECT_EQ(format_wire_setup(Side::kRed, setup), "AWAAAAAADFFDDDAN");
  EXPECT_EQ(format_wire_setup(Side::kBlue, setup), "nadddffdaaaaaawa");
  EXPECT_EQ(*parse_wire_setup(Side::kBlue, "nadddffdaaaaaawa"), setup);
}

TEST(SetupNotation, RefusesWhatIsNoSetup) {
  struct Case {
    std::string_view text;
    std::size_t offset;
  };
  for (const Case& bad : {Case{"", 0},
                          {"AWAAAAAADFFDDDA", 15},
                          {"AWAAAAAADFFDDDANA", 16},
                          {"AWAAAAAADFFDDDAA", 15},
                          {"AWAAAAAADFFDDDWN", 14},
                          {"AwAAAAAADFFDDDAN", 1},
                          {"AWAAAAAAD FDDDAN", 9}}) {
    const auto setup = parse_setup(bad.text);
    ASSERT_FALSE(setup.ok()) << bad.text;
    EXPECT_EQ(setup.error().offset, bad.offset) << bad.text;
  }
  EXPECT_FALSE(parse_wire_setup(Side::kBlue, "AWAAAAAADFFDDDAN").ok());
  EXPECT_EQ(parse_wire_setup(Side::kBlue, "nadddffdaaaaaaww").error().offset, 14u);
}

TEST(MoveNotation, WritesWireAndLongForms) {
  const Position red = position_of("W7/8/3A4/8/4w1a1/8/8/8 r Dn 10");
  const Move jump = *parse_wire(red, "c4e6");
  EXPECT_EQ(format_long(red, jump), "Ac4-e6");
  EXPECT_EQ(format_long(red, *parse_wire(red, "Df8")), "D@f8");
  const Position blue = position_of("W7/8/3A1w2/8/3a4/8/8/8 b Dn 11");
  EXPECT_EQ(format_long(blue, *parse_wire(blue, "nc5")), "n@c5");
  const Position capture = position_of("W7/8/3A1w2/4F3/8/8/8/8 b Dn 11");
  EXPECT_EQ(format_long(capture, *parse_wire(capture, "c6d6")), "wc6-d6");
  const Position takes = position_of("W7/8/3A1w2/5F2/8/8/8/8 b Dn 11");
  EXPECT_EQ(format_long(takes, *parse_wire(takes, "c6d6")), "wc6xFd6");
}

TEST(MoveNotation, SaysWhyAMoveIsRefused) {
  const Position position = position_of("W7/8/3A4/8/5wa1/8/8/8 r Dn 10");
  const auto why = [&](std::string_view text) { return parse_wire(position, text).error().message; };
  EXPECT_EQ(why("c4e5"), "illegal move 'c4e5': A does not jump from c4 to e5");
  EXPECT_EQ(why("c5e7"), "illegal move 'c5e7': c5 is empty");
  EXPECT_EQ(why("e6d6"), "illegal move 'e6d6': the piece on e6 is the opponent's");
  EXPECT_EQ(why("Ad4"), "illegal move 'Ad4': there is no A in hand");
  EXPECT_EQ(why("Dc4"), "illegal move 'Dc4': c4 is occupied");
  EXPECT_EQ(why("dd4"), "wrong case in 'dd4': Red's letters are capitals, Blue's are small");
  EXPECT_EQ(why("Wd4"), "no droppable piece in 'Wd4': expected one of ADFN");
  EXPECT_EQ(why("c4i6"), "no square in 'c4i6': a square is a row a to h and a column 1 to 8");
  EXPECT_EQ(why("c4"), "not a move: 'c4' (expected a jump such as b5d3 or a drop such as Df8)");
  EXPECT_EQ(parse_wire(position, "c4e9").error().offset, 3u);
}

TEST(PositionNotation, RefusesMalformedPositions) {
  for (std::string_view text : {
           "",
           "startpos",
           "8/8/8/8/8/8/8/8 r -",
           "8/8/8/8/8/8/8/8  r - 0",
           "8/8/8/8/8/8/8/8 r - 0 ",
           "8/8/8/8/8/8/8/8 r - 0\n",
           "8/8/8/8/8/8/8/8 r - 00",
           "8/8/8/8/8/8/8/8 r - -0",
           "8/8/8/8/8/8/8/8 r - -2",
           "8/8/8/8/8/8/8/8 r - 2x",
           "8/8/8/8/8/8/8/8 b - 0",
           "8/8/8/8/8/8/8/8 b - 1",
           "8/8/8/8/8/8/8/8 r A 0",
           "AWAAAAAA/DFFDDDAN/8/8/8/8/addadffd/naaaaawa r - 0",
           "AWAAAAAA/DFFDDDAA/8/8/8/8/8/8 b - 1",
           "W52/8/8/8/8/8/8/7w r - 10",
           "W7/8/8/8/8/8/8/7w r - 104",
           "W7/8/8/8/8/8/8/7w r - 11",
           "W7/8/8/8/8/8/8/7w x - 10",
           "W7/8/8/8/8/8/8/7w R - 10",
           "W7/8/8/8/8/8/8/7w r  10",
           "W7/8/8/8/8/8/8/7w r DA 10",
           "W7/8/8/8/8/8/8/7w r aA 10",
           "W7/8/8/8/8/8/8/7w r W 10",
           "W7/8/8/8/8/8/8/7w r NNN 10",
           "W7/8/8/8/8/8/8/7w r AAAAAAAAAAAAAAAAA 10",
           "WN6/8/8/8/8/8/8/6nw r N 10",
           "W7/8/8/8/8/8/8/6ww r - 10",
           "8/8/8/8/8/8/8/7w b - 11",
           "W8/8/8/8/8/8/8/7w r - 10",
           "W6/8/8/8/8/8/8/7w r - 10",
           "W7/8/8/8/8/8/7w r - 10",
           "W7/8/8/8/8/8/8/8/7w r - 10",
           "W7/9/8/8/8/8/8/7w r - 10",
           "W7/8/0/8/8/8/8/7w r - 10",
           "WX6/8/8/8/8/8/8/7w r - 10",
       }) {
    const Result<Position> position = parse_position(text);
    ASSERT_FALSE(position.ok()) << text;
    EXPECT_LE(position.error().offset.value_or(0), text.size()) << text;
  }
}

TEST(PositionNotation, AcceptsPositionsThatCannotAriseAndLostOnes) {
  for (std::string_view text : {"W7/8/8/8/8/8/8/7w r - 10", "WA6/AF6/8/8/8/8/8/7w r AAAAAAADDDDDDDDFFFNN 10",
                                "8/8/8/8/8/8/8/7w r - 10", "W7/8/8/8/8/8/8/7w r - 102"}) {
    EXPECT_EQ(format_position(position_of(text)), text);
  }
}

TEST(PlayLine, PlaysSetupsAndMoves) {
  Position position;
  ASSERT_TRUE(play_wire_line(position, "AAAAAANWADDADFFD adaafadaaaddwanf b5d5  h7f6").ok());
  EXPECT_EQ(format_position(position), "AAAAAANW/ADDA1FFD/8/4D3/8/5n2/adaafada/aaddwa1f r - 4");
}

TEST(PlayLine, LeavesThePositionAloneOnError) {
  Position position;
  const Status status = play_wire_line(position, "AAAAAANWADDADFFD adaafadaaaddwanf b5d5 b5d5");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "move 4: illegal move 'b5d5': b5 is empty");
  EXPECT_EQ(status.error().offset, 39u);
  EXPECT_EQ(position, Position());
}

}  // namespace tabiya::zero_point_one::notation_test
