#include "booksearch/work/sqlite.h"

#include <optional>
#include <system_error>

#include <sqlite3.h>

namespace tabiya::booksearch {
namespace {

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

constexpr int kBusyMilliseconds = 5'000;

Error translate(int code, const std::string& message) {
  switch (code & 0xFF) {
    case SQLITE_FULL:
      return {ErrorCode::kIo, "no space left on the device", {}};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {ErrorCode::kIo, "another program is using the file", {}};
    case SQLITE_CONSTRAINT:
      return {ErrorCode::kIo, "another program has stored the same in the meantime", {}};
    case SQLITE_CORRUPT:
      return corrupt("the file is damaged (" + message + ")");
    case SQLITE_NOTADB:
      return corrupt("the file is not an SQLite database");
    default:
      return {ErrorCode::kIo, message, {}};
  }
}

// Runs a statement to its end, with integers for its parameters, and bytes for the last one; `on_row` sees each row. Returns
// SQLite's code.
int run(sqlite3* handle, const std::string& sql, std::span<const std::int64_t> parameters,
        const std::function<void(sqlite3_stmt*)>& on_row,
        std::optional<std::span<const std::byte>> last = {}) {
  sqlite3_stmt* raw = nullptr;
  if (const int code = sqlite3_prepare_v2(handle, sql.c_str(), -1, &raw, nullptr); code != SQLITE_OK)
    return code;
  const Statement statement(raw);
  int place = 0;
  for (const std::int64_t parameter : parameters) sqlite3_bind_int64(raw, ++place, parameter);
  if (last) sqlite3_bind_blob64(raw, ++place, last->data(), last->size(), SQLITE_STATIC);
  int code = sqlite3_step(raw);
  for (; code == SQLITE_ROW; code = sqlite3_step(raw)) on_row(raw);
  return code;
}

std::string uri_of(const std::string& path) {
  std::string uri = path.starts_with("//") ? "file://" : "file:";  // the first two slashes would begin a host
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      uri += c == '%' ? "%25" : c == '?' ? "%3f" : "%23";
    } else {
      uri += c;
    }
  }
  return uri;
}

}  // namespace

std::string quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\0') continue;  // would end the statement
    quoted += c;
    if (c == '\'') quoted += c;
  }
  return quoted + "'";
}

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close(handle); }

Error Database::error() const {
  return translate(sqlite3_errcode(handle_.get()), sqlite3_errmsg(handle_.get()));
}

Result<Database> Database::open_with(const std::string& name, int flags) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags | SQLITE_OPEN_FULLMUTEX, nullptr);
  Database database(handle);
  if (code != SQLITE_OK) return database.error();
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  return database;
}

Result<Database> Database::open(const std::string& path) {
  return open_with(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

Result<Database> Database::view(const std::string& path) {
  // A reader of a write-ahead log needs the log's index, and would make one. If there is no log, nobody
  // has the file open, and it can be read like any file.
  const bool at_rest = !std::filesystem::exists(path + "-wal");
  return open_with(uri_of(path) + (at_rest ? "?immutable=1" : ""), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

Status Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return error();
  return ok_status();
}

Status Database::execute(const std::string& sql, std::span<const std::int64_t> parameters,
                         std::span<const std::byte> last) {
  const int code = run(
      handle_.get(), sql, parameters, [](sqlite3_stmt*) {}, last);
  if (code != SQLITE_DONE) return error();
  return ok_status();
}

std::int64_t Database::Row::integer(int column) const { return sqlite3_column_int64(statement_, column); }

std::span<const std::byte> Database::Row::bytes(int column) const {
  const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(statement_, column));
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

Status Database::each_row(const std::string& sql, const std::function<void(const Row&)>& on_row) {
  const int code = run(handle_.get(), sql, {}, [&](sqlite3_stmt* statement) { on_row(Row(statement)); });
  if (code != SQLITE_DONE) return error();
  return ok_status();
}

Result<std::vector<std::vector<std::string>>> Database::texts(const std::string& sql) {
  std::vector<std::vector<std::string>> rows;
  const int code = run(handle_.get(), sql, {}, [&](sqlite3_stmt* statement) {
    std::vector<std::string>& row = rows.emplace_back();
    for (int column = 0; column < sqlite3_column_count(statement); ++column) {
      const unsigned char* text = sqlite3_column_text(statement, column);
      row.emplace_back(text == nullptr ? "" : reinterpret_cast<const char*>(text));
    }
  });
  if (code != SQLITE_DONE) return error();
  return rows;
}

Result<std::vector<std::vector<std::int64_t>>> Database::integers(const std::string& sql,
                                                                  std::span<const std::int64_t> parameters) {
  std::vector<std::vector<std::int64_t>> rows;
  const int code = run(handle_.get(), sql, parameters, [&](sqlite3_stmt* statement) {
    std::vector<std::int64_t>& row = rows.emplace_back();
    for (int column = 0; column < sqlite3_column_count(statement); ++column) {
      row.push_back(sqlite3_column_int64(statement, column));
    }
  });
  if (code != SQLITE_DONE) return error();
  return rows;
}

FileState::FileState(const std::string& path) : at_rest(!std::filesystem::exists(path + "-wal")) {
  std::error_code none;
  size = std::filesystem::file_size(path, none);
  written = std::filesystem::last_write_time(path, none);
}

}  // namespace tabiya::booksearch
