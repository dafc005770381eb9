#include "core/games/zero_point_one/setup.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tabiya::zero_point_one::setup_test {

const Setups kSetups;

TEST(Setups, CountsAllAndTheNormalisedOnes) {
  EXPECT_EQ(kSetups.count(), 10'810'800u);
  EXPECT_EQ(kSetups.normalised_ids().size(), 5'405'400u);
}

TEST(Setups, RankOfUnrankIsTheIdentityOnAll) {
  SetupId id = 0;
  for_each_setup([&](const auto& setup) {
    ASSERT_EQ(rank(setup), id);
    ASSERT_EQ(unrank(id), setup);
    ++id;
  });
  EXPECT_EQ(id, kSetups.count());
}

TEST(Setups, FirstAndLastAreTheSortedOnes) {
  EXPECT_EQ(kSetups.name(0), "AAAAAAAADDDDFFNW");
  EXPECT_EQ(kSetups.name(kSetups.count() - 1), "WNFFDDDDAAAAAAAA");
}

TEST(Setups, MirrorTurnsRowsRound) {
  const SetupId id = *kSetups.parse("AWAAAAAADFFDDDAN");
  EXPECT_EQ(kSetups.name(kSetups.mirror(id)), "AAAAAAWANADDDFFD");
  EXPECT_TRUE(kSetups.is_normalised(id));
  EXPECT_FALSE(kSetups.is_normalised(kSetups.mirror(id)));
}

TEST(Setups, NormalisedIdsAscendAndHaveTheWazirOnTheLeft) {
  const std::vector<SetupId> ids = kSetups.normalised_ids();
  EXPECT_TRUE(std::ranges::is_sorted(ids));
  for (std::size_t i = 0; i < ids.size(); i += 997) EXPECT_LT(kSetups.name(ids[i]).find('W') % 8, 4u);
}

}  // namespace tabiya::zero_point_one::setup_test
