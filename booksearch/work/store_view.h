// Functions that all stores of jobs share: they look at a database file that another process may begin, write
// or close at that moment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "booksearch/work/sqlite.h"
#include "codec/result.h"

namespace tabiya::booksearch {

// The state of a database file; a changed state shows that the file has been written to.
struct FileState {
  explicit FileState(const std::string& path);
  bool operator==(const FileState&) const = default;

  bool at_rest;  // nobody has it open
  std::uintmax_t size;
  std::filesystem::file_time_type written;
};

// open_view() opens Database::view(path), looks at it, and returns a Result. undisturbed_view() repeats this
// until no writer has disturbed it, but at most kMostTries times. Nothing is locked in a file at rest, so a
// view of it does not count if somebody has begun to write meanwhile; and a file may come to rest while it is
// opened.
template <class OpenView>
auto undisturbed_view(const std::string& path, OpenView&& open_view) {
  constexpr int kMostTries = 20;
  for (int tries = 1;; ++tries) {
    const FileState before(path);
    auto view = open_view();
    if ((view.ok() && !before.at_rest) || before == FileState(path) || tries == kMostTries) return view;
  }
}

// True if nothing has been stored in the file yet. Errors: kInvalid if another application has stored
// something; `whose` names in the message what the file does not belong to.
Result<bool> is_fresh(Database& database, std::int64_t application_id, const std::string& whose);

// Begins a write-ahead log: readers never wait, and a commit need not wait for the disk to be safe from a
// crash of this program (a crash of the machine may cost the last commits, but nothing else).
Status begin_log(Database& database);

// Checks the format of a file that is not fresh. Errors: kUnsupported if it has another version, kCorrupt if
// it is damaged where no checksum of a row would tell.
Status check_format(Database& database, std::int64_t version);

// Returns the statement that marks a fresh file. It is the last one of those that create its tables.
std::string mark_of(std::int64_t application_id, std::int64_t version);

// The time at which something is stored, in milliseconds since 1970.
std::int64_t milliseconds_now();

}  // namespace tabiya::booksearch
