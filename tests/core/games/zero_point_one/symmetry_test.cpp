#include "core/games/zero_point_one/game.h"

#include "tests/core/games/symmetry_check.h"

namespace tabiya::zero_point_one::symmetry_test {

TEST(Symmetry, ImagesOfPositionsAreOneInBooks) {
  Random random(1);
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    test::expect_symmetries<Rules>(
        position_after(random.below(kSetups.count()), random.below(kSetups.count())), seed);
}

}  // namespace tabiya::zero_point_one::symmetry_test
