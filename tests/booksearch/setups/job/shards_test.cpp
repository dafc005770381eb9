#include "booksearch/setups/job/shards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "booksearch/setups/job/schedule.h"
#include "tests/booksearch/shard_runs.h"

namespace tabiya::booksearch {
namespace shards_test {

using testing::HasSubstr;

Book undisturbed_book() {
  const test::TemporaryFolder folder;
  return std::get<Book>(run_shard(folder, {1, 1}));
}

TEST(MergeShards, MakesTheBookOfASingleRun) {
  const Book expected = undisturbed_book();
  EXPECT_EQ(expected.entries.size(), 80u);
  for (const std::uint32_t count : {1u, 2u, 7u}) {
    const test::TemporaryFolder folder;
    run_shards(folder, count, 8);
    std::vector<ShardFile> files = shards_in(folder, {0, count});
    std::reverse(files.begin(), files.end());
    const Result<BookOrMissingRows> merged = merge_shards(some_job(), files, "test");
    ASSERT_TRUE(merged.ok()) << merged.error().message;
    ASSERT_TRUE(std::holds_alternative<Book>(*merged));
    EXPECT_EQ(std::get<Book>(*merged), expected);
  }
}

TEST(MergeShards, LeavesLaterStepsToAnOrdinaryRun) {
  const test::TemporaryFolder folder;
  run_shards(folder, 3, 1);
  std::vector<ShardFile> files = shards_in(folder, {0, 3});
  const Result<BookOrMissingRows> merged = merge_shards(some_job(), files, "test");
  ASSERT_TRUE(merged.ok()) << merged.error().message;
  ASSERT_TRUE(std::holds_alternative<MissingRows>(*merged));
  EXPECT_EQ(std::get<MissingRows>(*merged).text,
            "stage 1, depth 2, round 2: 27 rows of shard 1/3, 27 rows of shard 2/3");

  const TableOracle oracle = some_oracle();
  Result<JobStore> store = JobStore::open(":memory:", some_job(), oracle.origin());
  ASSERT_TRUE(store.ok());
  const Result<BookOrMissingRows> outcome =
      build_book(some_job(), oracle, *store, {"test", {}, {}, files}, {});
  ASSERT_TRUE(outcome.ok() && std::holds_alternative<Book>(*outcome));
  EXPECT_EQ(std::get<Book>(*outcome), undisturbed_book());
  EXPECT_TRUE(store->rows({})->empty());  // none was computed again
}

std::string complaint(std::vector<ShardFile> files) {
  const Result<BookOrMissingRows> merged = merge_shards(some_job(), files, "test");
  EXPECT_FALSE(merged.ok());
  EXPECT_EQ(merged.error().code, ErrorCode::kInvalid);
  return merged.error().message;
}

TEST(MergeShards, RefusesShardsThatAreMissingOrThereTwice) {
  const test::TemporaryFolder folder;
  run_shards(folder, 3, 8);
  EXPECT_EQ(complaint(shards_in(folder, {2, 3})), "shard 2/3 is missing");
  std::vector<ShardFile> files = shards_in(folder, {1, 3});
  files.push_back({"copy", std::move(*JobStore::view(folder.path("3-of-3")))});
  EXPECT_EQ(complaint(std::move(files)), "copy: is shard 3/3, as is 3-of-3\n  shard 1/3 is missing");
  files = shards_in(folder, {0, 3});
  run_shards(folder, 2, 1);
  files.push_back({"2-of-2", std::move(*JobStore::view(folder.path("2-of-2")))});
  EXPECT_EQ(complaint(std::move(files)), "2-of-2: is shard 2/2, but 1-of-3 is one of 3");
  EXPECT_EQ(complaint({}), "there are no shards to merge");
}

TEST(MergeShards, RefusesShardsOfOtherJobsAndEvaluations) {
  const test::TemporaryFolder folder;
  run_shards(folder, 2, 1);
  Job other = some_job();
  other.seed = 4;
  run_shard(folder, {3, 3}, other);
  std::vector<ShardFile> files = shards_in(folder, {2, 2});
  files.push_back({"else", std::move(*JobStore::view(folder.path("3-of-3")))});
  EXPECT_THAT(
      complaint(std::move(files)),
      HasSubstr("else: belongs to another job: it was begun with `seed = 4`, and not with `seed = 3`"));
  files = shards_in(folder, {2, 2});
  Result<JobStore> foreign = JobStore::open(folder.path("foreign"), some_job(), {5, 5}, {2, 2});
  files.push_back({"foreign", std::move(*foreign)});
  EXPECT_THAT(complaint(std::move(files)), HasSubstr("foreign: belongs to another evaluation: "));
}

TEST(MergeShards, RefusesShardsThatAreUnfinished) {
  const test::TemporaryFolder folder;
  run_shards(folder, 2, 1);
  const TableOracle oracle = some_oracle();
  Result<JobStore> begun = JobStore::open(folder.path("begun"), some_job(), oracle.origin(), {2, 2});
  ASSERT_TRUE(begun.ok());
  std::vector<ShardFile> files = shards_in(folder, {2, 2});
  files.push_back({"begun", std::move(*JobStore::view(folder.path("begun")))});
  EXPECT_EQ(complaint(std::move(files)), "begun: its filter is not finished");

  const auto rounds = shards_in(folder, {2, 2}).front().store.rounds();
  for (std::size_t i = 0; i < rounds->size(); ++i) ASSERT_TRUE(begun->add_round(i, (*rounds)[i]).ok());
  files = shards_in(folder, {2, 2});
  files.push_back({"begun", std::move(*JobStore::view(folder.path("begun")))});
  EXPECT_EQ(complaint(std::move(files)), "stage 1, depth 2 lacks 40 rows of shard 2/2");
}

TEST(MergeShards, RefusesContradictions) {
  const test::TemporaryFolder folder;
  run_shards(folder, 2, 1);
  Result<JobStore> store = JobStore::open(folder.path("2-of-2"), some_job(), some_oracle().origin(), {2, 2});
  ASSERT_TRUE(store.ok());
  Row foreign = shards_in(folder, {2, 2}).front().store.rows({})->front();
  ++foreign.red_value;
  const Job job = some_job();
  const InputsByRed inputs = Schedule(job, store->rounds()->back()).inputs();
  ASSERT_TRUE(store->add_row({}, foreign, inputs.at(foreign.red)).ok() && store->flush().ok());
  EXPECT_THAT(complaint(shards_in(folder, {0, 2})),
              HasSubstr("2-of-2: holds setup " + std::to_string(foreign.red) +
                        " in stage 1, depth 2, which is "
                        "not of shard 2/2"));
  Result<std::vector<FilterRound>> rounds = store->rounds();
  rounds->back().pairs += 1;
  Result<JobStore> other = JobStore::open(folder.path("other"), some_job(), some_oracle().origin(), {2, 2});
  for (std::size_t i = 0; i < rounds->size(); ++i) ASSERT_TRUE(other->add_round(i, (*rounds)[i]).ok());
  std::vector<ShardFile> files = shards_in(folder, {2, 2});
  files.push_back({"other", std::move(*JobStore::view(folder.path("other")))});
  EXPECT_EQ(complaint(std::move(files)), "other: its filter left other setups than that of 1-of-2");
}

}  // namespace shards_test
}  // namespace tabiya::booksearch
