#include "tools/openings/openings_files.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {
namespace fs = std::filesystem;

bool OpeningsFiles::is_begun() const { return has_content(state()); }

booksearch::FileLock OpeningsFiles::lock() const {
  return take(FileLock::acquire(state() + "-lock",
                                {state(), "judged", "`tabiya openings` with --status watches it"}));
}

std::optional<LockOwner> OpeningsFiles::owner() const { return lock_owner(state() + "-lock"); }

void OpeningsFiles::remove_state() const {
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::error_code error;
    fs::remove(state() + suffix, error);
    if (error) throw Failure(fmt::format("{}{}: cannot remove: {}", state(), suffix, error.message()));
  }
}

}  // namespace tabiya::tools
