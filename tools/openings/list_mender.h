// A list of start positions without its faults: the same file, in the same order, but for what is dropped or mended.
#pragma once

#include <string>

#include "tools/cli/output_file.h"
#include "tools/openings/start_check.h"
#include "tools/openings/start_reader.h"

namespace tabiya::tools {

// Reads the list at `path`, which `checker` has seen, once more. Comments, empty lines, tags and operations of what stays
// are kept as they are. Throws Failure when the file cannot be read a second time or has changed, when two games share a
// line, and as PiecewiseOutput does.
void write_mended(const std::string& path, StartFormat format, const StartChecker& checker,
                  const OutputOptions& output);

}  // namespace tabiya::tools
