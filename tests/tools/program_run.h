// Runs the built program as a person would, so that tests compare whole outputs.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

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

// The path of the program.
std::string own_path();

// A script for /bin/sh in which "$TABIYA" is the program.
ProgramRun run_in_shell(const std::string& script);

// What unusable input looks like: nothing printed, one line of error, exit code 2.
inline ProgramRun unusable(const std::string& message) { return {2, "", "tabiya: " + message + "\n"}; }

using test::TemporaryFolder;

std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& content);

}  // namespace tabiya::tools
