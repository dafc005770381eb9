#include "tools/openings/openings_files.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <system_error>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {
namespace fs = std::filesystem;

std::string OpeningsFiles::part() const {
  return shard_ ? fmt::format("{}.{}-of-{}", list_, shard_->number, shard_->count) : list_;
}

std::string OpeningsFiles::folder() const {
  const std::string folder = fs::path(list_).parent_path().string();
  return folder.empty() ? "." : folder;
}

bool OpeningsFiles::is_begun() const { return has_content(state()); }

bool OpeningsFiles::has_tree() const { return has_content(tree()); }

booksearch::FileLock OpeningsFiles::lock() const {
  return take(FileLock::acquire(state() + "-lock",
                                {state(), "judged", "`tabiya openings` with --status watches it"}));
}

std::optional<LockOwner> OpeningsFiles::owner() const { return lock_owner(state() + "-lock"); }

void OpeningsFiles::remove_state() const {
  for (const std::string& path : {state(), tree()}) {
    for (const char* suffix : {"", "-wal", "-shm"}) {
      std::error_code error;
      fs::remove(path + suffix, error);
      if (error) throw Failure(fmt::format("{}{}: cannot remove: {}", path, suffix, error.message()));
    }
  }
}

std::vector<std::string> OpeningsFiles::others() const {
  const std::string count = shard_ ? std::to_string(shard_->count) : "[0-9]+";
  const std::regex tail("\\.[0-9]+-of-" + count + "\\.job");
  const std::string name = fs::path(list_).filename().string();
  std::vector<std::string> paths;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder(), error)) {
    const std::string file = entry.path().filename().string();
    if (!file.starts_with(name) || !std::regex_match(file.substr(name.size()), tail)) continue;
    if (file != fs::path(state()).filename() && fs::file_size(entry.path(), error) > 0)
      paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  return paths;
}

Result<std::vector<booksearch::StoredJudgement>> OpeningsFiles::read_others(
    const booksearch::JudgementIdentity& identity) const {
  std::vector<booksearch::StoredJudgement> all;
  for (const std::string& path : others()) {
    const auto locate = [&](Error error) {
      error.message = path + ": " + error.message + "; keep the shards of one job in a folder of their own";
      return error;
    };
    auto store = booksearch::JudgementStore::view_if_begun(path, identity);
    if (!store) return locate(store.error());
    if (!*store) continue;
    const auto judgements = (*store)->judgements();
    if (!judgements) return locate(judgements.error());
    all.insert(all.end(), judgements->begin(), judgements->end());
  }
  return all;
}

}  // namespace tabiya::tools
