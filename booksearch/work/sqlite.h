// A minimal SQLite wrapper, with errors as values; and views of files that others write at that moment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codec/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace tabiya::booksearch {

// Returns a literal of SQL for a text without NUL.
std::string quoted(const std::string& text);

// A connection to a database file, for use by one thread at a time.
// Errors of all functions: kIo when the system refuses (no permission, no space, in use), kCorrupt when the
// file is damaged or no database.
class Database {
 public:
  // Creates the file if there is none.
  static Result<Database> open(const std::string& path);

  // Opens a file only to read it, even while others write to it. It leaves nothing behind, and works in
  // folders that are read-only.
  static Result<Database> view(const std::string& path);

  // Runs statements without parameters and results, separated by semicolons.
  Status execute(const std::string& sql);

  // Runs one statement with integers for its parameters, and bytes for the last one.
  Status execute(const std::string& sql, std::span<const std::int64_t> parameters,
                 std::span<const std::byte> last);

  // `texts()` returns all rows of a query, with texts and numbers as text; `integers()` returns all columns
  // as integers.
  Result<std::vector<std::vector<std::string>>> texts(const std::string& sql);
  Result<std::vector<std::vector<std::int64_t>>> integers(const std::string& sql,
                                                          std::span<const std::int64_t> parameters = {});

  // A row of a query, valid during the call of on_row(). Columns are counted from 0.
  class Row {
   public:
    explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
    std::int64_t integer(int column) const;
    std::span<const std::byte> bytes(int column) const;

   private:
    sqlite3_stmt* statement_;
  };
  Status each_row(const std::string& sql, const std::function<void(const Row&)>& on_row);

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  explicit Database(sqlite3* handle) : handle_(handle) {}
  static Result<Database> open_with(const std::string& name, int flags);
  Error error() const;

  std::unique_ptr<sqlite3, Close> handle_;
};

// The following functions look at a database file that another process may begin, write or close at that moment.

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

}  // namespace tabiya::booksearch
