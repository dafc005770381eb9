// What the stores of jobs have in common: looking at a database file that another process may begin, write or
// close at that moment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "booksearch/work/sqlite.h"
#include "codec/result.h"

namespace tabiya::booksearch {

// By which it is seen that a database file has been written to.
struct FileState {
  explicit FileState(const std::string& path);
  bool operator==(const FileState&) const = default;

  bool at_rest;  // nobody has it open
  std::uintmax_t size;
  std::filesystem::file_time_type written;
};

// open_view(), a Result of what it has opened by Database::view(path) and looked at. Nothing is locked in a
// file at rest, so that what was seen there does not count when somebody has begun to write meanwhile; and a
// file may come to rest while it is opened: then it is done again.
template <class OpenView>
auto undisturbed_view(const std::string& path, OpenView&& open_view) {
  constexpr int kMostTries = 20;
  for (int tries = 1;; ++tries) {
    const FileState before(path);
    auto view = open_view();
    if ((view.ok() && !before.at_rest) || before == FileState(path) || tries == kMostTries) return view;
  }
}

// Whether nothing has been stored in the file yet. Errors: kInvalid if another application has; `whose`
// says what the file is not of.
Result<bool> is_fresh(Database& database, std::int64_t application_id, const std::string& whose);

// Write-ahead log: readers never wait, and a commit need not wait for the disk to be safe from a crash of this
// program (a crash of the machine may cost the last commits, but nothing else).
Status begin_log(Database& database);

// Of a file that is not fresh. Errors: kUnsupported if it is of another version, kCorrupt if it is damaged where
// no checksum of a row would tell.
Status check_format(Database& database, std::int64_t version);

// Marks a file that was fresh, as the last statement of those that create its tables.
std::string mark_of(std::int64_t application_id, std::int64_t version);

}  // namespace tabiya::booksearch
