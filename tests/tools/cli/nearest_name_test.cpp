#include "tools/cli/nearest_name.h"

#include <gtest/gtest.h>

namespace tabiya::tools::nearest_name_test {

const std::vector<std::string> kNames{"replies", "rounds", "seed", "shared", "keep"};

TEST(NearestName, IsTheOneThatTheFewestChangesLeadTo) {
  EXPECT_EQ(nearest_name("sed", kNames), "seed");
  EXPECT_EQ(nearest_name("reply", kNames), "replies");
  EXPECT_EQ(nearest_name("hsared", kNames), "shared");
  EXPECT_EQ(nearest_name("keep", kNames), "keep");
}

TEST(NearestName, IsNoneWhereNothingIsLikeIt) {
  EXPECT_EQ(nearest_name("xyzzy", kNames), std::nullopt);
  EXPECT_EQ(nearest_name("", kNames), std::nullopt);
  EXPECT_EQ(nearest_name("seed", {}), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(1'000'000, 's'), kNames), std::nullopt);
}

TEST(NearestName, IsTheFirstOfThoseThatAreAsNear) { EXPECT_EQ(nearest_name("bat", {"cat", "hat"}), "cat"); }

}  // namespace tabiya::tools::nearest_name_test
