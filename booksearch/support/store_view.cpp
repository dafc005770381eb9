#include "booksearch/support/store_view.h"

#include <system_error>

namespace tabiya::booksearch {

FileState::FileState(const std::string& path) : at_rest(!std::filesystem::exists(path + "-wal")) {
  std::error_code none;
  size = std::filesystem::file_size(path, none);
  written = std::filesystem::last_write_time(path, none);
}

Result<bool> is_fresh(Database& database, std::int64_t application_id, const std::string& whose) {
  // In one statement: between two, another process may begin to store.
  const auto found = database.integers(
      "SELECT application_id, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id");
  if (!found) return found.error();
  const std::int64_t id = (*found)[0][0], tables = (*found)[0][1];
  if (id != application_id && (id != 0 || tables != 0))
    return invalid("the file is a database, but not of " + whose);
  return id == 0;
}

}  // namespace tabiya::booksearch
