// The files of a run: what it reads, and what it writes. A file that is both would be lost, and so would one that is
// written for two purposes. Both are refused as soon as the second use is known: outputs are noted before anything is
// written, inputs when they are read at the latest.
#pragma once

#include <string>

#include "codec/result.h"

namespace tabiya::booksearch {

// While one lives, the files of the run are known; without one, the functions below do nothing. One at a time.
class RunFiles {
 public:
  RunFiles();
  ~RunFiles();
  RunFiles(const RunFiles&) = delete;
  RunFiles& operator=(const RunFiles&) = delete;
};

// `name`: what names the file, such as "BOOK" or "--net"; empty for one that is named within another file. Errors: the
// run writes it. `-` and devices are no files; nor is what an earlier run has left, where this one continues it.
Status note_input(const std::string& path, const std::string& name = "");

// Errors: the run reads the file, or writes it under another name.
Status note_output(const std::string& path, const std::string& name);

// The file is an input that a person decides to replace while the program runs.
void forget_input(const std::string& path);

// Errors: the run reads the file.
Status check_is_no_input(const std::string& path);

// Whether two paths lead to one file, there or not yet. `-` and devices are none.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace tabiya::booksearch
