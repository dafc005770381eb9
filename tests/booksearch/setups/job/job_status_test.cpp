#include "booksearch/setups/job/job_status.h"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/booksearch/shard_runs.h"

namespace tabiya::booksearch {
namespace job_status_test {

TEST(JobStatus, TellsOfEveryMomentOfAJob) {
  const test::TemporaryFolder folder;
  const TableOracle oracle = some_oracle();
  Result<JobStore> store = JobStore::open(folder.path("1-of-1"), some_job(), oracle.origin());
  ASSERT_TRUE(store.ok());
  const auto status = [&] { return *job_status(some_job(), *store, {}, 5); };
  EXPECT_EQ(status().step, "filter round 1");
  EXPECT_EQ(status().total, 0u);
  EXPECT_EQ(status().filter.rounds, 0u);
  EXPECT_EQ(status().filter.most, 2u);
  EXPECT_FALSE(status().filter.finished);
  EXPECT_LT(status().seconds_left(), 0);

  std::string last_step;
  std::uint64_t last_done = 0;
  int seen = 0;
  std::atomic<bool> stop = false;
  for (;;) {  // stopped after every few rows
    int left = 20;
    stop = false;
    const Control control{[&](const Progress&) { stop = stop || --left == 0; }, &stop};
    const Result<BookOrMissingRows> outcome = build_book(some_job(), oracle, *store, {"test"}, control);
    const JobStatus now = status();
    if (outcome) {
      EXPECT_TRUE(now.finished);
      EXPECT_EQ(now.best.size(), 5u);
      for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(now.best[i].red, std::get<Book>(*outcome).entries[i].red);
      break;
    }
    EXPECT_LE(now.filter.rounds, 2u);
    if (now.total == 0) continue;
    EXPECT_TRUE(now.filter.finished);
    EXPECT_EQ(now.filter.kept, 100u);
    EXPECT_GT(now.filter.overlap, 0);
    ASSERT_TRUE(now.later);
    EXPECT_EQ(*now.later > 0, now.stage < 2);
    if (now.seconds_left() > 0) {
      EXPECT_GE(now.seconds_left_in_all(), now.seconds_left());
    }
    EXPECT_LT(now.done, now.total);
    if (now.step == last_step) {
      EXPECT_GE(now.done, last_done);
    }
    last_step = now.step;
    last_done = now.done;
    ++seen;
    if (now.done > 0) {
      EXPECT_FALSE(now.best.empty());
      EXPECT_LT(now.pace.seconds_since_row, 1000);
    }
  }
  EXPECT_GT(seen, 10);
  EXPECT_TRUE(status().missing.shards.empty());
}

TEST(JobStatus, SaysWhichShardsAreAwaited) {
  const test::TemporaryFolder folder;
  run_shard(folder, {2, 3});
  Result<JobStore> store = JobStore::view(folder.path("2-of-3"));
  const Result<JobStatus> status = job_status(some_job(), *store, {}, 3);
  ASSERT_TRUE(status.ok());
  EXPECT_EQ(status->step, "stage 1, depth 2");
  EXPECT_EQ(status->done, 27u);
  EXPECT_EQ(status->total, 27u);
  EXPECT_EQ(status->missing.text, "27 rows of shard 1/3, 26 rows of shard 3/3");
  EXPECT_EQ(status->missing.shards, (std::vector<std::string>{"1/3", "3/3"}));
  EXPECT_EQ(status->best.size(), 3u);
}

}  // namespace job_status_test
}  // namespace tabiya::booksearch
