#include "tools/play/zero_point_one_typed.h"

#include <gtest/gtest.h>

#include "core/games/zero_point_one/notation.h"

namespace tabiya::tools {
namespace {

using zero_point_one::Side;

std::string answer(const Result<TypedMove>& read) { return read ? read->move.wire : read.error().message; }

TEST(ZeroPointOneTyped, SaysWhyAMoveIsNone) {
  const auto position = zero_point_one::parse_position("W3A3/DF1d4/8/8/8/8/8/n6w r A 34").value();
  const auto read = [&](const std::string& typed) { return answer(read_move(position, typed)); };
  EXPECT_EQ(read("WA1-A2"), "a1a2");
  EXPECT_EQ(read("a@h3"), "Ah3");
  EXPECT_EQ(read("a1b1"), "illegal move 'a1b1': b1 holds a piece of one's own; `moves` lists the legal ones");
  EXPECT_EQ(read("Wa1xdb1"),
            "illegal move 'a1b1': b1 holds a piece of one's own; `moves` lists the legal ones");
  EXPECT_EQ(read("Nb1-d1"), "illegal move: D stands on b1, not N");
  EXPECT_EQ(read("Fb2xdc3"), "the piece that it captures is another one; Fb2-c3 is legal");
  EXPECT_EQ(read("n@c5"), "illegal move 'Nc5': there is no N in hand; `moves` lists the legal ones");
  EXPECT_EQ(read("a@h1"), "illegal move 'Ah1': h1 is occupied; `moves` lists the legal ones");
  EXPECT_EQ(read("h1f2"),
            "illegal move 'h1f2': the piece on h1 is the opponent's; `moves` lists the legal ones");
  for (const std::string typed : {"hello", "a", "12", "a1", "a1a2a3", "a1i9", "Qa1", "\xFF\x1B"})
    EXPECT_FALSE(read_move(position, typed)) << typed;
}

TEST(ZeroPointOneTyped, ReadsBothNotationsOfASetupAndTellsWhich) {
  const auto blue = read_setup(Side::kBlue, "AWAAAAAN DDDFFDAA");
  ASSERT_TRUE(blue);
  EXPECT_EQ(blue->move.wire, "aadffdddnaaaaawa");
  EXPECT_EQ(blue->move.readable, "aadffdddnaaaaawa (canonical AWAAAAANDDDFFDAA)");
  EXPECT_EQ(blue->remark,
            "Capitals are read as Blue sees them, from h8 on; in wire notation that is aadffdddnaaaaawa.");
  const auto wire = read_setup(Side::kBlue, "aadffddd/naaaaawa");
  ASSERT_TRUE(wire);
  EXPECT_EQ(wire->move.wire, blue->move.wire);
  EXPECT_EQ(
      wire->remark,
      "Small letters are read in wire notation, from g1 on; as Blue sees them that is AWAAAAANDDDFFDAA.\n"
      "If they were meant as Blue sees them: `undo`, and capitals.");
  const auto red = read_setup(Side::kRed, "awaaaaaa dffdddan");
  ASSERT_TRUE(red);
  EXPECT_EQ(red->move.wire, "AWAAAAAADFFDDDAN");
  EXPECT_EQ(red->remark, "");
}

TEST(ZeroPointOneTyped, SaysWhatASetupLacks) {
  EXPECT_EQ(answer(read_setup(Side::kRed, "AWA")),
            "not a setup: 'AWA' has 3 characters, expected 16; it takes 8 A, 4 D, 2 F, 1 N and 1 W");
  for (const std::string typed : {"", "AWAAAAAADFFDDDAA", "AWAAaaandddffdaa", "b1d1"})
    EXPECT_FALSE(read_setup(Side::kBlue, typed)) << typed;
}

}  // namespace
}  // namespace tabiya::tools
