#include "core/setup/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "tests/support/numbered_setups.h"

namespace tabiya::sampling_test {

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

TEST(Sampling, LeavesOutWhatIsExcepted) {
  const std::vector<SetupId> except{0, 2, 50, 98};
  std::vector<SetupId> left;
  for (const SetupId id : kSpace.normalised_ids())
    if (!std::ranges::binary_search(except, id)) left.push_back(id);
  EXPECT_EQ(sample_normalised(kSpace, 46, 1, except), left);
  EXPECT_EQ(sample_normalised(kSpace, 99, 1, except), left);
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    EXPECT_TRUE(std::ranges::includes(left, sample_normalised(kSpace, 20, seed, except)));
}

TEST(Sampling, PicksSetupsByTheirNumbers) {
  EXPECT_EQ(normalised_at(kSpace, std::vector<std::uint32_t>{0, 3, 49}), (std::vector<SetupId>{0, 6, 98}));
  EXPECT_EQ(normalised_at(kSpace, std::vector<std::uint32_t>{0, 3, 46}, std::vector<SetupId>{0, 4, 98}),
            (std::vector<SetupId>{2, 10, 96}));
  EXPECT_TRUE(normalised_at(kSpace, {}).empty());
}

// A walk through the largest of spaces would take minutes.
TEST(Sampling, DrawsFromSpacesThatAreTooLargeToBeWalkedThrough) {
  const test::NumberedSetups all(4'294'967'294);
  const std::vector<SetupId> except = sample_normalised(all, 1'000, 1);
  const std::vector<SetupId> sample = sample_normalised(all, 1'000, 1, except);
  for (const auto& some : {except, sample}) {
    EXPECT_EQ(some.size(), 1'000u);
    EXPECT_TRUE(std::ranges::is_sorted(some));
    EXPECT_EQ(std::ranges::adjacent_find(some), some.end());
    EXPECT_TRUE(
        std::ranges::all_of(some, [&](SetupId id) { return id < all.count() && all.is_normalised(id); }));
    EXPECT_LT(some.front(), 100'000'000u);
    EXPECT_GT(some.back(), 4'190'000'000u);
  }
  std::vector<SetupId> common;
  std::ranges::set_intersection(except, sample, std::back_inserter(common));
  EXPECT_TRUE(common.empty());
}

}  // namespace tabiya::sampling_test
