#include "tools/jobs/job_paths.h"

#include <filesystem>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "tools/assets/book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

// The numbers of entries in which a book knows more than another.
struct Lead {
  std::size_t missing = 0;  // of reds that the other does not have
  std::size_t deeper = 0;
};

Lead lead_of(const Book& book, const Book& other) {
  std::unordered_map<SetupId, const BookEntry*> entries;
  for (const BookEntry& entry : other.entries) entries.emplace(entry.red, &entry);
  Lead lead;
  for (const BookEntry& entry : book.entries) {
    const auto found = entries.find(entry.red);
    lead.missing += found == entries.end() ? 1 : 0;
    lead.deeper += found != entries.end() && entry.depth > found->second->depth ? 1 : 0;
  }
  return lead;
}

// The book in a file, packed or not; empty if there is no file, or an empty one.
std::optional<Book> book_there(const std::string& path) {
  if (!std::filesystem::exists(path) || std::filesystem::is_empty(path)) return std::nullopt;
  try {
    // The file is an output of this run, and so no input of it.
    std::string file = unpack_asset(read_own_output(path, kMaxBookFile), {}, input_name(path)).content;
    return book_in(Asset(std::move(file)), path).book;
  } catch (const Failure& failure) {
    throw Failure(fmt::format("{}; it is kept: move it away, or start over with --force", failure.what()));
  }
}

}  // namespace

namespace fs = std::filesystem;

JobPaths::JobPaths(const std::string& job, const std::string& folder)
    : base_((fs::path(folder) / (job == "-" ? "book" : fs::path(job).stem().string())).string()) {}

std::optional<LockOwner> JobPaths::owner() const { return lock_owner(lock_file()); }

booksearch::FileLock JobPaths::lock() const {
  return take(FileLock::acquire(lock_file(), {state(), "built", "`tabiya build` with --status watches it"}));
}

void check_book(const std::string& path) { book_there(path); }

void check_nothing_is_lost(const std::string& path, const Book& book) {
  const std::optional<Book> known = book_there(path);
  if (!known) return;
  const Lead lead = lead_of(*known, book);
  if (lead.missing + lead.deeper == 0) return;
  throw Failure(
      fmt::format("{}: knows more than the state of the job: {} of its {} entries are deeper, {} are of "
                  "other reds; it is kept: move it away, or start over with --force",
                  path, lead.deeper, known->entries.size(), lead.missing));
}

}  // namespace tabiya::tools
