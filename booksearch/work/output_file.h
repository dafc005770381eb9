// What a run writes: either all of it is there under its name, or nothing has changed. Errors name the file.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "codec/result.h"

namespace tabiya::booksearch {

// Writes piece by piece to a temporary beside the target, syncs it to the disk and renames it. Devices and pipes are
// written to as they are. Temporaries of runs that were killed are removed.
class OutputFile {
 public:
  // `replace`: whether an existing file may be overwritten. Errors: those of check_output_file().
  static Result<OutputFile> open(const std::string& path, bool replace);
  ~OutputFile();
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;

  // Errors: kIo; kClosed where nobody reads a pipe any longer. The target is then as it was, and the temporary gone.
  Status write(std::string_view piece);
  // Nothing has changed before this returns.
  Status commit();

  class Target;

 private:
  explicit OutputFile(std::unique_ptr<Target> target);
  Status flush();

  std::string buffer_;
  std::unique_ptr<Target> target_;
};

// All of a file at once.
Status write_file(const std::string& path, bool replace, std::string_view content);

// What writing a file is going to refuse: to be asked before a long computation. Errors: a folder, a file that may not be
// replaced, an input of the run, no permission.
Status check_output_file(const std::string& path, bool replace);

// The same of a file that a run writes piece by piece, and continues from. Errors: standard output, a folder that is
// missing, and what is no regular file. `option` names it.
Status check_growing_file(const std::string& path, const std::string& option);

// Whether there is a regular file with something in it, which a run could overwrite.
bool has_content(const std::string& path);

}  // namespace tabiya::booksearch
