#include "tests/tools/program_run.h"

namespace tabiya::tools::moves_command_test {

TEST(MovesCommand, ListsJumpsCapturesAndDrops) {
  constexpr const char* kPosition = "W1w5/8/8/8/8/8/8/8 r - 2";
  EXPECT_EQ(run_tabiya({"moves", kPosition}), prints("a1a2  Wa1-a2\na1b1  Wa1-b1\n"));
  const ProgramRun capture = run_tabiya({"moves", "Ww6/8/8/8/8/8/8/8 r - 2", "--json"});
  EXPECT_EQ(capture,
            prints("{\"move\":\"a1a2\",\"long\":\"Wa1xwa2\"}\n{\"move\":\"a1b1\",\"long\":\"Wa1-b1\"}\n"));
  const std::string drops = run_tabiya({"moves", "W1w5/8/8/8/8/8/8/8 b n 3"}).out;
  EXPECT_EQ(std::ranges::count(drops, '\n'), 3 + 62);
  EXPECT_THAT(drops, HasSubstr("\nnh8   n@h8\n"));
}

TEST(MovesCommand, SaysWhyThereAreNone) {
  EXPECT_EQ(run_tabiya({"moves", "8/8/8/8/8/8/8/W7 b - 101"}),
            prints("none: Red has won: Blue's wazir was captured\n"));
  EXPECT_EQ(run_tabiya({"moves", "8/8/8/8/8/8/8/W7 b - 101", "--json"}), prints(""));
  EXPECT_EQ(refused({"moves", "startpos"}),
            unusable("POSITION: a setup is to be placed, any of 10810800; `tabiya setups list` prints them, "
                     "or give setups with --moves"));
}

}  // namespace tabiya::tools::moves_command_test
