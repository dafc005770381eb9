#include "booksearch/work/leader.h"

#include <gtest/gtest.h>

namespace tabiya::booksearch {
namespace lease_size_test {

TEST(LeaseSize, IsARowForEachThreadAsLongAsNothingIsKnown) {
  EXPECT_EQ(lease_size({.left = 1000, .threads = 4, .all_threads = 8}), 4u);
  EXPECT_EQ(lease_size({.left = 3, .threads = 4, .all_threads = 8}), 3u);
}

TEST(LeaseSize, IsTwoSecondsOfWorkWhileMuchIsLeft) {
  EXPECT_EQ(lease_size({.left = 100'000, .threads = 1, .all_threads = 2, .seconds_a_unit = 0.01}), 200u);
  EXPECT_EQ(lease_size({.left = 100'000, .threads = 8, .all_threads = 16, .seconds_a_unit = 0.5}), 32u);
  EXPECT_EQ(lease_size({.left = 100'000, .threads = 2, .all_threads = 16, .seconds_a_unit = 60}), 2u);
}

TEST(LeaseSize, ShrinksWithWhatIsLeft) {
  std::size_t left = 1000, leases = 0;
  for (std::size_t before = left; left > 0; ++leases) {
    const std::size_t size =
        lease_size({.left = left, .threads = 1, .all_threads = 4, .seconds_a_unit = 0.001});
    ASSERT_GE(size, 1u);
    ASSERT_LE(size, before);
    left -= size;
    before = size;
  }
  EXPECT_GT(leases, 20u);  // the last ones are single rows
}

}  // namespace lease_size_test
}  // namespace tabiya::booksearch
