// Files that a run writes: either the whole file is there under its name, or nothing has changed. Errors name
// the file.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "codec/result.h"
#include "codec/text.h"

namespace tabiya::booksearch {

// Writes piece by piece to a temporary file beside the target, syncs it to the disk and renames it. It writes
// to devices and pipes directly. It removes temporary files of runs that were killed.
class OutputFile {
 public:
  // `replace` allows an existing file to be overwritten. Errors: those of check_output_file().
  static Result<OutputFile> open(const std::string& path, bool replace);
  ~OutputFile();
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;

  // Errors: kIo; kClosed where nobody reads a pipe any longer. The target is then unchanged, and the
  // temporary file is removed.
  Status write(std::string_view piece);
  // Puts the file in place. The target is unchanged until this returns.
  Status commit();

  class Target;

 private:
  explicit OutputFile(std::unique_ptr<Target> target);
  Status flush();

  std::string buffer_;
  std::unique_ptr<Target> target_;
};

// Writes a whole file at once.
Status write_file(const std::string& path, bool replace, std::string_view content);
inline Status write_file(const std::string& path, bool replace, std::span<const std::byte> content) {
  return write_file(path, replace, as_text(content));
}

// Checks, before a long computation, that a file can be written. Errors: a folder, a file that may not be
// replaced, an input of the run, no permission.
Status check_output_file(const std::string& path, bool replace);

// Checks a file that a run writes piece by piece, and continues from. Errors: standard output, a folder that
// is missing, and anything that is no regular file. `option` names the file.
Status check_growing_file(const std::string& path, const std::string& option);

// True if `path` is a regular file with something in it, which a run could overwrite.
bool has_content(const std::string& path);

}  // namespace tabiya::booksearch
