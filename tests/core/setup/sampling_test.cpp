#include "core/setup/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/support/numbered_setups.h"

namespace tabiya {
namespace sampling_test {

const test::NumberedSetups kSpace(100);  // 50 normalised setups of 100

TEST(Sampling, DrawsDifferentNormalisedSetupsInAscendingOrder) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const std::size_t size = 1 + seed % 49;
    const std::vector<SetupId> sample = sample_normalised(kSpace, size, seed);
    ASSERT_EQ(sample.size(), size);
    EXPECT_TRUE(std::ranges::is_sorted(sample));
    EXPECT_EQ(std::ranges::adjacent_find(sample), sample.end());
    EXPECT_TRUE(std::ranges::all_of(sample, [](SetupId id) { return id < 100 && kSpace.is_normalised(id); }));
    EXPECT_EQ(sample, sample_normalised(kSpace, size, seed));
  }
  EXPECT_NE(sample_normalised(kSpace, 10, 1), sample_normalised(kSpace, 10, 2));
}

TEST(Sampling, GivesAllWhereFewerAreLeft) {
  EXPECT_EQ(sample_normalised(kSpace, 50, 1), kSpace.normalised_ids());
  EXPECT_EQ(sample_normalised(kSpace, 99, 1), kSpace.normalised_ids());
}

TEST(Sampling, ChoosesEachSetupEquallyOften) {
  constexpr int kDraws = 20'000;
  std::map<SetupId, int> times;
  for (int seed = 0; seed < kDraws; ++seed) {
    for (SetupId id : sample_normalised(kSpace, 10, static_cast<std::uint64_t>(seed))) ++times[id];
  }
  // A standard deviation is 57 draws.
  for (SetupId id : kSpace.normalised_ids()) EXPECT_NEAR(times[id], kDraws * 10 / 50, 300) << id;
}

}  // namespace sampling_test
}  // namespace tabiya
