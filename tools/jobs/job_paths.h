// The files of a job, as the commands that build and watch it know them.
#pragma once

#include <optional>
#include <string>

#include "booksearch/work/file_lock.h"

namespace tabiya::tools {

// The files are named after the job file, in the folder of --out.
class JobPaths {
 public:
  JobPaths(const std::string& job, const std::string& folder);

  std::string state() const { return base_ + ".job"; }  // "out/quick.job"
  std::string book() const { return base_ + ".tbk"; }   // "out/quick.tbk"

  // The lock that the one computing process holds. It lies beside the state, because SQLite locks the state
  // in its own way. Throws Failure.
  booksearch::FileLock lock() const;
  // The process that computes; empty if there is none.
  std::optional<booksearch::LockOwner> owner() const;

 private:
  std::string lock_file() const { return state() + "-lock"; }

  std::string base_;
};

}  // namespace tabiya::tools
