#include "tools/jobs/job_paths.h"

#include <charconv>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/jobs/job_file.h"

namespace tabiya::tools {
namespace {

namespace fs = std::filesystem;
using booksearch::Shard;

constexpr std::uint32_t kMaxShards = 10'000;

// "3/7"; none if the text is anything else.
std::optional<Shard> parse_shard(const std::string& text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, shard.number);
  if (number.ec != std::errc{} || number.ptr == end || *number.ptr != '/') return std::nullopt;
  const auto count = std::from_chars(number.ptr + 1, end, shard.count);
  if (count.ec != std::errc{} || count.ptr != end) return std::nullopt;
  if (shard.number < 1 || shard.number > shard.count || shard.count > kMaxShards) return std::nullopt;
  return shard;
}

}  // namespace

JobPaths::JobPaths(const std::string& job, const std::string& folder, std::optional<Shard> shard)
    : base_((fs::path(folder) / (job == "-" ? "book" : fs::path(job).stem().string())).string()),
      shard_(shard) {}

std::string JobPaths::state() const { return shard_ ? state_of(*shard_) : base_ + ".job"; }

std::string JobPaths::book() const { return base_ + ".tbk"; }

std::string JobPaths::state_of(const Shard& shard) const {
  return fmt::format("{}.{}-of-{}.job", base_, shard.number, shard.count);
}

std::string JobPaths::lock_file() const { return state() + "-lock"; }

std::optional<LockOwner> JobPaths::owner() const { return lock_owner(lock_file()); }

booksearch::FileLock JobPaths::lock() const {
  return take(FileLock::acquire(lock_file(), {state(), "built", "`tabiya build` with --status watches it"}));
}

std::vector<booksearch::ShardFile> JobPaths::others(const booksearch::JobIdentity& identity) const {
  std::vector<booksearch::ShardFile> others;
  for (Shard shard{1, identity.shard.count}; shard.number <= shard.count; ++shard.number) {
    const std::string path = state_of(shard);
    if (shard == identity.shard || !fs::exists(path)) continue;
    std::optional<booksearch::JobStore> store = take(booksearch::JobStore::view_if_begun(path), path);
    if (!store) continue;
    booksearch::JobIdentity expected = identity;
    expected.shard = shard;
    booksearch::JobIdentity stored = take(store->identity(), path);
    if (extends(parse_job_file(expected.job, state()).job, stored.job, path)) stored.job = expected.job;
    if (const auto difference = describe_difference(stored, expected)) {
      throw Failure(
          fmt::format("{}: belongs to another {}; keep the shards of one job in a folder of their own", path,
                      *difference));
    }
    others.push_back({path, std::move(*store)});
  }
  return others;
}

void add_shard_option(CommandLine& app, std::optional<Shard>& shard) {
  app.add_option_function(
         "--shard", [&shard](const std::string& text) { shard = parse_shard(text); },
         "Compute only part K of N of the job")
      .type_name("K/N")
      .check([](const std::string& text) {
        return parse_shard(text) ? "" : "'" + text + "' is not a part such as 2/7";
      });
}

}  // namespace tabiya::tools
