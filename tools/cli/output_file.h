// What a command writes with --out: either all of it is there under its name, or nothing has changed.
#pragma once

#include <memory>
#include <string>
#include <string_view>

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

// Whether there is a regular file with something in it, which a run could overwrite.
bool has_content(const std::string& path);

// Whether two paths lead to one file, there or not yet. `-` and devices are none.
bool is_same_file(const std::string& a, const std::string& b);

// Writes to a temporary beside the target, syncs it to the disk and renames it. Devices and pipes are written
// to as they are. Throws Failure; the target is then as it was, and the temporary gone. Temporaries of runs
// that were killed are removed.
void write_output(const OutputOptions& options, std::string_view content);

// The same for what comes piece by piece: nothing has changed until commit() returns. Standard output is written to at once.
class OutputTarget;
class PiecewiseOutput {
 public:
  explicit PiecewiseOutput(const OutputOptions& options);
  ~PiecewiseOutput();

  void write(std::string_view piece);
  void commit();

 private:
  void put(std::string_view bytes);
  void flush();

  std::string buffer_;
  std::unique_ptr<OutputTarget> target_;  // null for standard output
};

}  // namespace tabiya::tools
