// Runs of a job in shards, for tests of what reads or joins them.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/setups/job/pipeline.h"
#include "booksearch/setups/job/shards.h"
#include "tests/booksearch/table_oracle.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {

inline TableOracle some_oracle() {
  return TableOracle(600, [](SetupId red, SetupId blue, int depth) {
    const auto noise = [](std::uint64_t x, unsigned range) { return static_cast<Score>(mix(x) % range); };
    const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
    return noise(red, 2000) - noise(blue ^ 0xFFFF0000, 200) + noise(pair, 1000) +
           noise(pair + (static_cast<std::uint64_t>(depth) << 56), 300);
  });
}

inline Job some_job() {
  return {.game = "numbers",
          .seed = 3,
          .pool = 60,
          .keep = 100,
          .rounds = 2,
          .stages = {{80, 2, 10, 20}, {30, 3, 20, 10}, {7, 5, 0}}};
}

inline std::string state_name(const Shard& shard) {
  return std::to_string(shard.number) + "-of-" + std::to_string(shard.count);
}

// The states in the directory of all shards but one (none: number 0).
inline std::vector<ShardFile> shards_in(const test::TemporaryFolder& folder, const Shard& except) {
  std::vector<ShardFile> files;
  for (Shard shard{1, except.count}; shard.number <= shard.count; ++shard.number) {
    const std::string path = folder.path(state_name(shard));
    if (shard == except || !std::filesystem::exists(path)) continue;
    Result<JobStore> store = JobStore::view(path);
    EXPECT_TRUE(store.ok());
    files.push_back({state_name(shard), std::move(*store)});
  }
  return files;
}

// One run of a shard, which ends where it has to wait for others.
inline BookOrMissingRows run_shard(const test::TemporaryFolder& folder, const Shard& shard,
                                   const Job& job = some_job()) {
  const TableOracle oracle = some_oracle();
  Result<JobStore> store = JobStore::open(folder.path(state_name(shard)), job, oracle.origin(), shard);
  EXPECT_TRUE(store.ok());
  std::vector<ShardFile> others = shards_in(folder, shard);
  const Result<BookOrMissingRows> outcome = build_book(job, oracle, *store, {"test", {}, shard, others}, {});
  EXPECT_TRUE(outcome.ok());
  return outcome.ok() ? *outcome : BookOrMissingRows{};
}

inline void run_shards(const test::TemporaryFolder& folder, std::uint32_t count, int passes) {
  for (int pass = 0; pass < passes; ++pass) {
    for (std::uint32_t number = 1; number <= count; ++number) run_shard(folder, {number, count});
  }
}

}  // namespace tabiya::booksearch
