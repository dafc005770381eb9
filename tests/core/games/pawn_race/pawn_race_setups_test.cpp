#include "core/games/pawn_race/setups.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/games/pawn_race/evaluation.h"
#include "core/games/pawn_race/module.h"
#include "core/games/pawn_race/notation.h"

namespace tabiya::pawn_race::pawn_race_setups_test {

TEST(PawnRaceSetups, Are64PairsAnd32UpToTheMirror) {
  std::set<std::string> starts, normalised;
  for (SetupId white = 0; white < kGaps.count(); ++white)
    for (SetupId black = 0; black < kGaps.count(); ++black) {
      starts.insert(format_position(Rules::position_after(white, black)));
      const bool is_first = kGaps.is_normalised(white);
      normalised.insert(format_position(
          Rules::position_after(kGaps.normalised(white), is_first ? black : kGaps.mirror(black))));
    }
  EXPECT_EQ(starts.size(), 64u);
  EXPECT_EQ(normalised.size(), 32u);
  EXPECT_EQ(kGaps.normalised_ids(), (std::vector<SetupId>{0, 1, 2, 3}));
  EXPECT_EQ(kGaps.name(7), "h");
  EXPECT_EQ(kGaps.parse("hh").error().offset, 1u);
}

TEST(PawnRaceSetups, AreCountedAsPlies) {
  const PositionHandle start = module().start();
  EXPECT_EQ(start->perft(1), 8u);
  EXPECT_EQ(start->perft(2), 64u);
  EXPECT_EQ(start->perft(3), 64u * 14);
}

TEST(PawnRaceEvaluation, CountsPawnsAndTheForemostFreeOne) {
  const auto value = [](const char* text) {
    RaceEvaluation::State state;
    return RaceEvaluation().value(parse_position(text).value(), state);
  };
  EXPECT_EQ(value("8/ppppppp1/8/8/8/8/1PPPPPPP/8 w - - 0 1"), 0);
  // White has one pawn more and is free on rank 5, four ranks from rank 1; Black's pawn is free on rank 3.
  EXPECT_EQ(value("8/8/8/P7/8/7p/P7/8 w - - 0 1"), 2'000 + 4 * 3'000 - 5 * 3'000);
  EXPECT_EQ(value("8/8/8/P7/8/7p/P7/8 b - - 0 1"), -2'000 - 4 * 3'000 + 5 * 3'000);
  // The pawn that is ahead of an enemy on the next file is not free, and neither is the other.
  EXPECT_EQ(value("8/1p6/8/8/P7/8/8/8 w - - 0 1"), 0);
  EXPECT_EQ(value("8/8/8/P7/1p6/8/8/8 w - - 0 1"), (4 - 4) * 3'000);
}

}  // namespace tabiya::pawn_race::pawn_race_setups_test
