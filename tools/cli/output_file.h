// What a command writes with --out: either all of it is there under its name, or nothing has changed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "booksearch/work/output_file.h"

namespace tabiya::tools {

struct OutputOptions {
  std::string path;    // `-` is standard output
  bool force = false;  // overwrite an existing file
};

// Throws Failure if write_output() is going to refuse: to be called before a long computation; or if a report
// as JSON needs standard output, too.
void check_output(const OutputOptions& options, bool json = false);

// For a file that a run writes piece by piece, and continues from: throws Failure for standard output, for a folder that
// is missing and for what is no regular file. Returns the path. `option` names it.
const std::string& check_growing_output(const std::string& path, const std::string& option);

// Writes all at once (booksearch/work/output_file.h). Throws Failure; the target is then as it was.
void write_output(const OutputOptions& options, std::string_view content);

// The same for what comes piece by piece: nothing has changed until commit() returns. Standard output is written to at once.
class PiecewiseOutput {
 public:
  explicit PiecewiseOutput(const OutputOptions& options);

  void write(std::string_view piece);
  void commit();

 private:
  std::optional<booksearch::OutputFile> file_;  // none for standard output
};

}  // namespace tabiya::tools
