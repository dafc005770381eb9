#include "booksearch/shards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "booksearch/job_status.h"
#include "booksearch/pipeline.h"
#include "tests/booksearch/table_oracle.h"
#include "tests/booksearch/temporary_directory.h"

namespace tabiya::booksearch {
namespace {

using testing::HasSubstr;
using testing::Not;

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

std::string state_name(const Shard& shard) {
  return std::to_string(shard.number) + "-of-" + std::to_string(shard.count);
}

// The states in the directory of all shards but one (none: number 0).
std::vector<ShardFile> shards_in(const TemporaryDirectory& directory, const Shard& except) {
  std::vector<ShardFile> files;
  for (Shard shard{1, except.count}; shard.number <= shard.count; ++shard.number) {
    const std::string path = directory.file(state_name(shard));
    if (shard == except || !std::filesystem::exists(path)) continue;
    Result<JobStore> store = JobStore::view(path);
    EXPECT_TRUE(store.ok());
    files.push_back({state_name(shard), std::move(*store)});
  }
  return files;
}

// One run of a shard, which ends where it has to wait for others.
Outcome run_shard(const TemporaryDirectory& directory, const Shard& shard, const Job& job = some_job()) {
  const TableOracle oracle = some_oracle();
  Result<JobStore> store = JobStore::open(directory.file(state_name(shard)), job, oracle.origin(), shard);
  EXPECT_TRUE(store.ok());
  std::vector<ShardFile> others = shards_in(directory, shard);
  const Result<Outcome> outcome = build_book(job, oracle, *store, {"test", {}, shard, others}, {});
  EXPECT_TRUE(outcome.ok());
  return outcome.ok() ? *outcome : Outcome{};
}

void run_shards(const TemporaryDirectory& directory, std::uint32_t count, int passes) {
  for (int pass = 0; pass < passes; ++pass) {
    for (std::uint32_t number = 1; number <= count; ++number) run_shard(directory, {number, count});
  }
}

Book undisturbed_book() {
  const TemporaryDirectory directory;
  return *run_shard(directory, {1, 1}).book;
}

TEST(MergeShards, MakesTheBookOfASingleRun) {
  const Book expected = undisturbed_book();
  EXPECT_EQ(expected.entries.size(), 80u);
  for (const std::uint32_t count : {1u, 2u, 3u, 7u, 50u}) {
    const TemporaryDirectory directory;
    run_shards(directory, count, 8);
    std::vector<ShardFile> files = shards_in(directory, {0, count});
    std::reverse(files.begin(), files.end());
    const Result<Outcome> merged = merge_shards(some_job(), files, "test");
    ASSERT_TRUE(merged.ok()) << merged.error().message;
    ASSERT_TRUE(merged->book) << merged->missing;
    EXPECT_EQ(*merged->book, expected);
  }
}

TEST(MergeShards, LeavesLaterStepsToAnOrdinaryRun) {
  const TemporaryDirectory directory;
  run_shards(directory, 3, 1);
  std::vector<ShardFile> files = shards_in(directory, {0, 3});
  const Result<Outcome> merged = merge_shards(some_job(), files, "test");
  ASSERT_TRUE(merged.ok()) << merged.error().message;
  ASSERT_FALSE(merged->book);
  EXPECT_EQ(merged->missing, "stage 1, depth 2, round 2: 27 rows of shard 1/3, 27 rows of shard 2/3");

  const TableOracle oracle = some_oracle();
  Result<JobStore> store = JobStore::open(":memory:", some_job(), oracle.origin());
  ASSERT_TRUE(store.ok());
  const Result<Outcome> outcome = build_book(some_job(), oracle, *store, {"test", {}, {}, files}, {});
  ASSERT_TRUE(outcome.ok() && outcome->book);
  EXPECT_EQ(*outcome->book, undisturbed_book());
  EXPECT_TRUE(store->rows({})->empty());  // none was computed again
}

std::string complaint(std::vector<ShardFile> files) {
  const Result<Outcome> merged = merge_shards(some_job(), files, "test");
  EXPECT_FALSE(merged.ok());
  EXPECT_EQ(merged.error().code, ErrorCode::kInvalid);
  return merged.error().message;
}

TEST(MergeShards, RefusesShardsThatAreMissingOrThereTwice) {
  const TemporaryDirectory directory;
  run_shards(directory, 3, 8);
  EXPECT_EQ(complaint(shards_in(directory, {2, 3})), "shard 2/3 is missing");
  std::vector<ShardFile> files = shards_in(directory, {1, 3});
  files.push_back({"copy", std::move(*JobStore::view(directory.file("3-of-3")))});
  EXPECT_EQ(complaint(std::move(files)), "copy: is shard 3/3, as is 3-of-3\n  shard 1/3 is missing");
  files = shards_in(directory, {0, 3});
  run_shards(directory, 2, 1);
  files.push_back({"2-of-2", std::move(*JobStore::view(directory.file("2-of-2")))});
  EXPECT_EQ(complaint(std::move(files)), "2-of-2: is shard 2/2, but 1-of-3 is one of 3");
  EXPECT_EQ(complaint({}), "there are no shards to merge");
}

TEST(MergeShards, RefusesShardsOfOtherJobsAndEvaluations) {
  const TemporaryDirectory directory;
  run_shards(directory, 2, 1);
  Job other = some_job();
  other.seed = 4;
  run_shard(directory, {3, 3}, other);
  std::vector<ShardFile> files = shards_in(directory, {2, 2});
  files.push_back({"else", std::move(*JobStore::view(directory.file("3-of-3")))});
  EXPECT_THAT(complaint(std::move(files)),
              HasSubstr("else: belongs to another job: it was begun with `seed = 4`, and not with `seed = 3`"));
  files = shards_in(directory, {2, 2});
  Result<JobStore> foreign = JobStore::open(directory.file("foreign"), some_job(), {5, 5}, {2, 2});
  files.push_back({"foreign", std::move(*foreign)});
  EXPECT_THAT(complaint(std::move(files)), HasSubstr("foreign: belongs to another evaluation: "));
}

TEST(MergeShards, RefusesShardsThatAreUnfinished) {
  const TemporaryDirectory directory;
  run_shards(directory, 2, 1);
  const TableOracle oracle = some_oracle();
  Result<JobStore> begun = JobStore::open(directory.file("begun"), some_job(), oracle.origin(), {2, 2});
  ASSERT_TRUE(begun.ok());
  std::vector<ShardFile> files = shards_in(directory, {2, 2});
  files.push_back({"begun", std::move(*JobStore::view(directory.file("begun")))});
  EXPECT_EQ(complaint(std::move(files)), "begun: its filter is not finished");

  const auto rounds = shards_in(directory, {2, 2}).front().store.rounds();
  for (std::size_t i = 0; i < rounds->size(); ++i) ASSERT_TRUE(begun->add_round(i, (*rounds)[i]).ok());
  files = shards_in(directory, {2, 2});
  files.push_back({"begun", std::move(*JobStore::view(directory.file("begun")))});
  EXPECT_EQ(complaint(std::move(files)), "stage 1, depth 2 lacks 40 rows of shard 2/2");
}

TEST(MergeShards, RefusesContradictions) {
  const TemporaryDirectory directory;
  run_shards(directory, 2, 1);
  Result<JobStore> store =
      JobStore::open(directory.file("2-of-2"), some_job(), some_oracle().origin(), {2, 2});
  ASSERT_TRUE(store.ok());
  Row foreign = shards_in(directory, {2, 2}).front().store.rows({})->front();
  ++foreign.red_value;
  ASSERT_TRUE(store->add_row({}, foreign).ok() && store->flush().ok());
  EXPECT_THAT(complaint(shards_in(directory, {0, 2})),
              HasSubstr("2-of-2: holds setup " + std::to_string(foreign.red) + " in stage 1, depth 2, which is "
                        "not of shard 2/2"));
  Result<std::vector<FilterRound>> rounds = store->rounds();
  rounds->back().pairs += 1;
  Result<JobStore> other = JobStore::open(directory.file("other"), some_job(), some_oracle().origin(), {2, 2});
  for (std::size_t i = 0; i < rounds->size(); ++i) ASSERT_TRUE(other->add_round(i, (*rounds)[i]).ok());
  std::vector<ShardFile> files = shards_in(directory, {2, 2});
  files.push_back({"other", std::move(*JobStore::view(directory.file("other")))});
  EXPECT_EQ(complaint(std::move(files)), "other: its filter left other setups than that of 1-of-2");
}

TEST(JobStatus, TellsOfEveryMomentOfAJob) {
  const TemporaryDirectory directory;
  const TableOracle oracle = some_oracle();
  Result<JobStore> store = JobStore::open(directory.file("1-of-1"), some_job(), oracle.origin());
  ASSERT_TRUE(store.ok());
  const auto status = [&] { return *job_status(some_job(), *store, {}, 5); };
  EXPECT_EQ(status().step, "filter round 1");
  EXPECT_EQ(status().total, 0u);
  EXPECT_LT(status().seconds_left(), 0);

  std::string last_step;
  std::uint64_t last_done = 0;
  int seen = 0;
  std::atomic<bool> stop = false;
  for (;;) {  // stopped after every few rows
    int left = 20;
    stop = false;
    const Control control{[&](const Progress&) { stop = stop || --left == 0; }, &stop};
    const Result<Outcome> outcome = build_book(some_job(), oracle, *store, {"test"}, control);
    const JobStatus now = status();
    if (outcome) {
      EXPECT_TRUE(now.finished);
      EXPECT_EQ(now.best.size(), 5u);
      for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(now.best[i].red, outcome->book->entries[i].red);
      break;
    }
    if (now.total == 0) continue;
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
  EXPECT_TRUE(status().missing.empty());
}

TEST(JobStatus, SaysWhichShardsAreAwaited) {
  const TemporaryDirectory directory;
  run_shard(directory, {2, 3});
  Result<JobStore> store = JobStore::view(directory.file("2-of-3"));
  const Result<JobStatus> status = job_status(some_job(), *store, {}, 3);
  ASSERT_TRUE(status.ok());
  EXPECT_EQ(status->step, "stage 1, depth 2");
  EXPECT_EQ(status->done, 27u);
  EXPECT_EQ(status->total, 27u);
  EXPECT_EQ(status->missing, "27 rows of shard 1/3, 26 rows of shard 3/3");
  EXPECT_EQ(status->best.size(), 3u);
}

}  // namespace
}  // namespace tabiya::booksearch
