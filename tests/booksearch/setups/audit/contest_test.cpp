#include "booksearch/setups/audit/judged_replies.h"

#include <gtest/gtest.h>

#include "booksearch/work/parallel.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace contest_test {

TableOracle random_oracle() {
  return TableOracle(64, [](SetupId red, SetupId blue, int depth) {
    return static_cast<Score>(mix(red << 16 | blue << 8 | static_cast<unsigned>(depth)) % 2000) - 1000;
  });
}

std::vector<Contest> contests() {
  std::vector<Contest> all;
  for (SetupId i = 0; i < 200; ++i)
    all.push_back({i * 7 % 64, i * 5 % 64, i * 11 % 64, 3 + static_cast<int>(i % 4)});
  return all;
}

TEST(Judge, TellsTheValuesOfBothRepliesOnAnyThreads) {
  const TableOracle oracle = random_oracle();
  const std::vector<Contest> all = contests();
  for (const int threads : {1, 3}) {
    with_threads(threads, [&] {
      const auto results = judge(oracle, all, 0);
      ASSERT_TRUE(results.ok());
      ASSERT_EQ(results->size(), all.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ((*results)[i].a_value, oracle.value(all[i].red, all[i].a, all[i].depth));
        EXPECT_EQ((*results)[i].b_value, oracle.value(all[i].red, all[i].b, all[i].depth));
      }
    });
  }
  EXPECT_TRUE(judge(oracle, {}, 0)->empty());
}

TEST(Judge, EndsWhenItIsStopped) {
  const std::atomic<bool> stop = true;
  const auto results = judge(random_oracle(), contests(), 0, {{}, &stop});
  EXPECT_EQ(results.error().code, ErrorCode::kStopped);
}

}  // namespace contest_test
}  // namespace tabiya::booksearch
