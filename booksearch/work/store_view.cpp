#include "booksearch/work/store_view.h"

#include <chrono>
#include <system_error>

namespace tabiya::booksearch {

FileState::FileState(const std::string& path) : at_rest(!std::filesystem::exists(path + "-wal")) {
  std::error_code none;
  size = std::filesystem::file_size(path, none);
  written = std::filesystem::last_write_time(path, none);
}

std::int64_t milliseconds_now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

Result<bool> is_fresh(Database& database, std::int64_t application_id, const std::string& whose) {
  // This must be one statement: between two, another process may begin to store.
  const auto found = database.integers(
      "SELECT application_id, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id");
  if (!found) return found.error();
  const std::int64_t id = (*found)[0][0], tables = (*found)[0][1];
  if (id != application_id && (id != 0 || tables != 0))
    return invalid("the file is a database, but not of " + whose);
  return id == 0;
}

Status begin_log(Database& database) {
  if (auto mode = database.texts("PRAGMA journal_mode = WAL"); !mode) return mode.error();
  return database.execute("PRAGMA synchronous = NORMAL");
}

Status check_format(Database& database, std::int64_t version) {
  const auto found = database.integers("PRAGMA user_version");
  if (!found) return found.error();
  if ((*found)[0][0] != version)
    return unsupported("the file is of version " + std::to_string((*found)[0][0]) +
                       ", this program writes version " + std::to_string(version));
  const auto structure = database.texts("PRAGMA quick_check(1)");
  if (!structure) return structure.error();
  const std::string& text = (*structure)[0][0];  // a heading may stand before it, in a line of its own
  if (text != "ok") return corrupt("the file is damaged (" + text.substr(text.rfind('\n') + 1) + ")");
  return ok_status();
}

std::string mark_of(std::int64_t application_id, std::int64_t version) {
  return "PRAGMA application_id = " + std::to_string(application_id) +
         "; PRAGMA user_version = " + std::to_string(version) + ";";
}

}  // namespace tabiya::booksearch
