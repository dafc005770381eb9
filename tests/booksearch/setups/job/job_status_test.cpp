#include "booksearch/setups/job/job_status.h"

#include <gtest/gtest.h>

#include <atomic>

#include "booksearch/setups/job/pipeline.h"
#include "tests/booksearch/table_oracle.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace job_status_test {

TableOracle some_oracle() {
  return TableOracle(600, [](SetupId red, SetupId blue, int depth) {
    const auto noise = [](std::uint64_t x, unsigned range) { return static_cast<Score>(mix(x) % range); };
    const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
    return noise(red, 2000) - noise(blue ^ 0xFFFF0000, 200) + noise(pair, 1000) +
           noise(pair + (static_cast<std::uint64_t>(depth) << 56), 300);
  });
}

Job some_job() {
  return {.game = "numbers",
          .seed = 3,
          .pool = 60,
          .keep = 100,
          .rounds = 2,
          .stages = {{80, 2, 10, 20}, {30, 3, 20, 10}, {7, 5, 0}}};
}

TEST(JobStatus, TellsOfEveryMomentOfAJob) {
  const test::TemporaryFolder folder;
  const TableOracle oracle = some_oracle();
  Result<JobStore> store = JobStore::open(folder.path("a.job"), some_job(), oracle.origin());
  ASSERT_TRUE(store.ok());
  const auto status = [&] { return *job_status(some_job(), *store, 5); };
  EXPECT_EQ(status().step.stage, "filter round 1");
  EXPECT_EQ(status().step.total, 0u);
  EXPECT_EQ(status().filter.rounds, 0u);
  EXPECT_EQ(status().filter.most, 2u);
  EXPECT_FALSE(status().filter.finished);
  EXPECT_FALSE(status().seconds_left());

  std::string last_step;
  std::uint64_t last_done = 0;
  int seen = 0;
  std::atomic<bool> stop = false;
  for (;;) {  // stopped after every few rows
    int left = 20;
    stop = false;
    const Control control{[&](const Progress&) { stop = stop || --left == 0; }, &stop};
    const Result<Book> outcome = build_book(some_job(), oracle, *store, {"test"}, control);
    const JobStatus now = status();
    if (outcome) {
      EXPECT_TRUE(now.finished);
      EXPECT_EQ(now.best.size(), 5u);
      for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(now.best[i].red, outcome->entries[i].red);
      break;
    }
    EXPECT_LE(now.filter.rounds, 2u);
    if (now.step.total == 0) continue;
    EXPECT_TRUE(now.filter.finished);
    EXPECT_EQ(now.filter.kept, 100u);
    EXPECT_GT(now.filter.overlap, 0);
    ASSERT_TRUE(now.step.later);
    EXPECT_EQ(*now.step.later > 0, now.stage < 2);
    EXPECT_GE(now.seconds_left_in_all(), now.seconds_left());
    EXPECT_LT(now.step.done, now.step.total);
    if (now.step.stage == last_step) {
      EXPECT_GE(now.step.done, last_done);
    }
    last_step = now.step.stage;
    last_done = now.step.done;
    ++seen;
    if (now.step.done > 0) {
      EXPECT_FALSE(now.best.empty());
      EXPECT_LT(now.pace.seconds_since, 1000);
    }
  }
  EXPECT_GT(seen, 10);
}

}  // namespace job_status_test
}  // namespace tabiya::booksearch
