// Output of a command with --out: either all of it is in the named file, or nothing has changed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "booksearch/work/output_file.h"
#include "booksearch/work/run_files.h"
#include "codec/text.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

struct OutputOptions {
  std::string path;    // `-` is standard output
  bool force = false;  // overwrite an existing file
};

// Throws Failure if write_output() is going to refuse, or if a report as JSON needs standard output, too.
// Call it before a long computation.
void check_output(const OutputOptions& options, bool json = false);

// Checks a file that a run writes piece by piece, and continues from. Throws Failure for standard output, for
// a missing folder and for anything but a regular file. Returns the path. `option` names it.
const std::string& check_growing_output(const std::string& path, const std::string& option);

// Writes all at once (booksearch/work/output_file.h). Throws Failure; the target is then as it was.
void write_output(const OutputOptions& options, std::string_view content);
inline void write_output(const OutputOptions& options, std::span<const std::byte> content) {
  write_output(options, as_text(content));
}

// Output that comes piece by piece. A file is unchanged until commit() returns; standard output is written at
// once.
class PiecewiseOutput {
 public:
  explicit PiecewiseOutput(const OutputOptions& options);

  void write(std::string_view piece);
  void commit();

 private:
  std::optional<booksearch::OutputFile> file_;  // none for standard output
};

// Throw Failure for a file that the run both reads and writes, or writes for two purposes.
inline void note_input(const std::string& path, const std::string& name = "") {
  take(booksearch::note_input(path, name));
}
inline void note_output(const std::string& path, const std::string& name) {
  take(booksearch::note_output(path, name));
}

}  // namespace tabiya::tools
