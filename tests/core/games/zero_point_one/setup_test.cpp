#include "core/games/zero_point_one/setup.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tabiya::zero_point_one::setup_test {

const Setups kSetups;

TEST(Setups, RankOfUnrankIsTheIdentityOnAll) {
  SetupId id = 0;
  for_each_setup([&](const auto& setup) {
    ASSERT_EQ(rank(setup), id);
    ASSERT_EQ(unrank(id), setup);
    ++id;
  });
  EXPECT_EQ(id, kSetups.count());
}

TEST(Setups, NormalisedIdsAscendAndHaveTheWazirOnTheLeft) {
  const std::vector<SetupId> ids = kSetups.normalised_ids();
  EXPECT_TRUE(std::ranges::is_sorted(ids));
  for (std::size_t i = 0; i < ids.size(); i += 997) EXPECT_LT(kSetups.name(ids[i]).find('W') % 8, 4u);
}

}  // namespace tabiya::zero_point_one::setup_test
