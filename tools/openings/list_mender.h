// A list of start positions without its faults: the same file, in the same order, without the dropped entries
// and with the mended ones.
#pragma once

#include <string>

#include "tools/cli/output_file.h"
#include "tools/openings/start_check.h"
#include "tools/openings/start_reader.h"

namespace tabiya::tools {

// Reads the list at `path`, which `checker` has seen, once more. Entries that stay keep their comments, empty
// lines, tags and operations. Throws Failure if the file cannot be read a second time or has changed, if two
// games share a line, and as PiecewiseOutput does.
void write_mended(const std::string& path, StartFormat format, const StartChecker& checker,
                  const OutputOptions& output);

}  // namespace tabiya::tools
