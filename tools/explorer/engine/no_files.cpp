// The module has no files: whoever asks for one is told so.
#include "booksearch/work/input_file.h"

namespace tabiya::booksearch {

std::string input_name(const std::string& path) { return path; }

bool file_exists(const std::string&) { return false; }

Result<std::string> read_text(const std::string& path, std::size_t) {
  return Error{ErrorCode::kIo, path + ": a page reads no files", {}};
}

}  // namespace tabiya::booksearch
