// Runs the built program as a person would, so that tests compare whole outputs.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace tabiya::tools {

struct ProgramRun {
  int exit_code = -1;  // 128 + the signal when it was killed
  std::string out;
  std::string err;

  bool operator==(const ProgramRun&) const = default;
};

void PrintTo(const ProgramRun& run, std::ostream* stream);

// `tabiya ARGUMENTS…` in the current directory, with `input` as its standard input.
ProgramRun run_tabiya(const std::vector<std::string>& arguments, const std::string& input = "");

// A script for /bin/sh in which "$TABIYA" is the program.
ProgramRun run_in_shell(const std::string& script);

// What unusable input looks like: nothing printed, one line of error, exit code 2.
inline ProgramRun unusable(const std::string& message) { return {2, "", "tabiya: " + message + "\n"}; }

// A folder for the files of one test, removed after it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::vector<std::string> names() const;  // of what is in it, sorted

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& content);

}  // namespace tabiya::tools
