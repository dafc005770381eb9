#include "core/games/pawn_race/rules.h"

#include "tests/core/games/symmetry_check.h"

namespace tabiya::pawn_race::pawn_race_symmetry_test {

TEST(PawnRaceSymmetry, ImagesOfPositionsAreOneInBooks) {
  Random random(1);
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    tabiya::test::expect_symmetries<Rules>(Rules::position_after(random.below(8), random.below(8)), seed);
}

}  // namespace tabiya::pawn_race::pawn_race_symmetry_test
