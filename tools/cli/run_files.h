// The files of a run (booksearch/work/run_files.h), where a conflict ends the command.
#pragma once

#include <string>

#include "booksearch/work/run_files.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

// Throw Failure for a file that the run both reads and writes, or writes for two purposes.
inline void note_input(const std::string& path, const std::string& name = "") {
  take(booksearch::note_input(path, name));
}
inline void note_output(const std::string& path, const std::string& name) {
  take(booksearch::note_output(path, name));
}

}  // namespace tabiya::tools
