// What a command writes with --out: either all of it is there under its name, or nothing has changed.
#pragma once

#include <string>
#include <string_view>

namespace tabiya::tools {

struct OutputOptions {
  std::string path;    // `-` is standard output
  bool force = false;  // replace a file that is already there
};

// Throws Failure if write_output() is going to refuse: to be called before a long computation; or if a report
// as JSON needs standard output, too.
void check_output(const OutputOptions& options, bool json = false);

// Whether two paths lead to one file, there or not yet. `-` and devices are none.
bool is_same_file(const std::string& a, const std::string& b);

// Writes to a temporary beside the target, syncs it to the disk and renames it. Devices and pipes are written
// to as they are. Throws Failure; the target is then as it was, and the temporary gone. Temporaries of runs
// that were killed are removed.
void write_output(const OutputOptions& options, std::string_view content);

}  // namespace tabiya::tools
