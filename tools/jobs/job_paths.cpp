#include "tools/jobs/job_paths.h"

#include <filesystem>

#include "tools/cli/failure.h"

namespace tabiya::tools {

namespace fs = std::filesystem;

JobPaths::JobPaths(const std::string& job, const std::string& folder)
    : base_((fs::path(folder) / (job == "-" ? "book" : fs::path(job).stem().string())).string()) {}

std::optional<LockOwner> JobPaths::owner() const { return lock_owner(lock_file()); }

booksearch::FileLock JobPaths::lock() const {
  return take(FileLock::acquire(lock_file(), {state(), "built", "`tabiya build` with --status watches it"}));
}

}  // namespace tabiya::tools
