// The files that a run reads and writes. A file that is both would be lost, and so would one that is written
// for two purposes. Both are refused as soon as the second use is known: outputs are noted before anything is
// written, inputs when they are read at the latest.
#pragma once

#include <string>

#include "codec/result.h"

namespace tabiya::booksearch {

// While one lives, the files of the run are known; without one, the functions below do nothing. At most one
// lives at a time.
class RunFiles {
 public:
  RunFiles();
  ~RunFiles();
  RunFiles(const RunFiles&) = delete;
  RunFiles& operator=(const RunFiles&) = delete;
};

// Notes that the run reads a file. `name` is the argument or option that names the file, such as "BOOK" or
// "--net"; it is empty if another file names it. `-` and devices are ignored, and so is a file that an
// earlier run has left and this one continues. Errors: the run writes the file.
Status note_input(const std::string& path, const std::string& name = "");

// Notes that the run writes a file. Errors: the run reads the file, or writes it under another name.
Status note_output(const std::string& path, const std::string& name);

// Forgets an input that a person decides to replace while the program runs.
void forget_input(const std::string& path);

// Checks that a file is no input of the run. Errors: the run reads the file.
Status check_is_no_input(const std::string& path);

// True if two paths lead to one file, which need not exist yet. `-` and devices do not count as files.
bool is_same_file(const std::string& a, const std::string& b);

// True for what is neither a file nor a folder: a device or a pipe, which is written to as it is.
bool is_device(const std::string& path);

}  // namespace tabiya::booksearch
