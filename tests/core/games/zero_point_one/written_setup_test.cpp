#include "core/games/zero_point_one/written_setup.h"

#include <gtest/gtest.h>

#include "core/games/zero_point_one/notation.h"

namespace tabiya::zero_point_one::written_setup_test {

std::string wire(Side side, const WrittenSetup& written) {
  return format_wire_setup(side, unrank(written.id));
}

TEST(WrittenSetup, IsReadInBothNotationsAndTellsWhich) {
  const auto blue = read_setup(Side::kBlue, "AWAAAAAN DDDFFDAA");
  ASSERT_TRUE(blue);
  EXPECT_EQ(wire(Side::kBlue, *blue), "aadffdddnaaaaawa");
  EXPECT_EQ(readable_setup(Side::kBlue, blue->id), "aadffdddnaaaaawa (canonical AWAAAAANDDDFFDAA)");
  EXPECT_EQ(blue->remark,
            "Capitals are read as Blue sees them, from h8 on; in wire notation that is aadffdddnaaaaawa.");
  const auto small = read_setup(Side::kBlue, "aadffddd/naaaaawa");
  ASSERT_TRUE(small);
  EXPECT_EQ(small->id, blue->id);
  EXPECT_EQ(
      small->remark,
      "Small letters are read in wire notation, from g1 on; as Blue sees them that is AWAAAAANDDDFFDAA.\n"
      "If they were meant as Blue sees them: `undo`, and capitals.");
  const auto red = read_setup(Side::kRed, "awaaaaaa dffdddan");
  ASSERT_TRUE(red);
  EXPECT_EQ(wire(Side::kRed, *red), "AWAAAAAADFFDDDAN");
  EXPECT_EQ(readable_setup(Side::kRed, red->id), "AWAAAAAADFFDDDAN");
  EXPECT_EQ(red->remark, "");
}

TEST(WrittenSetup, SaysWhatItLacks) {
  EXPECT_EQ(read_setup(Side::kRed, "AWA").error().message,
            "not a setup: 'AWA' has 3 characters, expected 16; it takes 8 A, 4 D, 2 F, 1 N and 1 W");
  for (const std::string text : {"", "AWAAAAAADFFDDDAA", "AWAAaaandddffdaa", "b1d1"})
    EXPECT_FALSE(read_setup(Side::kBlue, text)) << text;
}

}  // namespace tabiya::zero_point_one::written_setup_test
