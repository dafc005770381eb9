// The files of a job, as the commands that build and watch it know them.
#pragma once

#include <optional>
#include <string>

#include "booksearch/work/file_lock.h"

namespace tabiya::tools {

// Named after the job file, in the folder of --out.
class JobPaths {
 public:
  JobPaths(const std::string& job, const std::string& folder);

  std::string state() const { return base_ + ".job"; }  // "out/quick.job"
  std::string book() const { return base_ + ".tbk"; }   // "out/quick.tbk"

  // Held by the one process that computes. The lock lies beside the state, as SQLite locks the state in a way
  // of its own. Throws Failure.
  booksearch::FileLock lock() const;
  // Who computes; none if nobody does.
  std::optional<booksearch::LockOwner> owner() const;

 private:
  std::string lock_file() const { return state() + "-lock"; }

  std::string base_;
};

}  // namespace tabiya::tools
