// The files of a job, as the commands that build, watch and merge it know them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "booksearch/setups/job/job.h"
#include "booksearch/setups/job/job_store.h"
#include "booksearch/setups/job/shard.h"
#include "booksearch/setups/job/shards.h"
#include "booksearch/work/file_lock.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

// Named after the job file, in the folder of --out.
class JobPaths {
 public:
  // `shard`: none for a job that is not sharded.
  JobPaths(const std::string& job, const std::string& folder, std::optional<booksearch::Shard> shard);

  std::string state() const;  // "out/quick.job", "out/quick.2-of-7.job"
  std::string book() const;   // "out/quick.tbk"
  booksearch::Shard shard() const { return shard_.value_or(booksearch::Shard{}); }

  // Held by the one process that computes. The lock lies beside the state, as SQLite locks the state in a way
  // of its own. Throws Failure.
  booksearch::FileLock lock() const;
  // Who computes; none if nobody does.
  std::optional<booksearch::LockOwner> owner() const;

  // The states of the other shards that lie in the same folder and have been begun. Throws Failure if one of
  // them belongs to another job than `identity`.
  std::vector<booksearch::ShardFile> others(const booksearch::JobIdentity& identity) const;

 private:
  std::string lock_file() const;
  std::string state_of(const booksearch::Shard& shard) const;

  std::string base_;
  std::optional<booksearch::Shard> shard_;
};

// --shard K/N
void add_shard_option(CommandLine& app, std::optional<booksearch::Shard>& shard);

}  // namespace tabiya::tools
