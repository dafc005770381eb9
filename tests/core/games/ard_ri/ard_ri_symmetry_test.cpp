#include "core/games/ard_ri/rules.h"

#include "tests/core/games/symmetry_check.h"

namespace tabiya::ard_ri::ard_ri_symmetry_test {

TEST(ArdRiSymmetry, ImagesOfPositionsAreOneInBooks) {
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    tabiya::test::expect_symmetries<Rules>(Position::start(), seed);
}

}  // namespace tabiya::ard_ri::ard_ri_symmetry_test
