// Runs the built program as a person would, so that tests compare whole outputs; with the names that such tests use.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"
#include "tests/tools/parsed_json.h"

namespace tabiya::tools {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

struct ProgramRun {
  int exit_code = -1;  // 128 + the signal when it was killed
  std::string out;
  std::string err;

  bool operator==(const ProgramRun&) const = default;
};

void PrintTo(const ProgramRun& run, std::ostream* stream);

// `tabiya ARGUMENTS…` in the current directory, with `input` as its standard input.
ProgramRun run_tabiya(const std::vector<std::string>& arguments, const std::string& input = "");

// As run_tabiya(), of a command line that is refused before it starts an engine (`play` would be this very test), but without
// a process of its own. Throws what a test reports where the command line is not refused.
ProgramRun refused(const std::vector<std::string>& arguments);

// The words of `first`, and then those of `more`.
inline std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

// The path of the program.
std::string own_path();

// A script for /bin/sh in which "$TABIYA" is the program.
ProgramRun run_in_shell(const std::string& script);

// What unusable input looks like: nothing printed, one line of error, exit code 2.
inline ProgramRun unusable(const std::string& message) { return {2, "", "tabiya: " + message + "\n"}; }

// A run that printed this and nothing else, and succeeded.
inline ProgramRun prints(const std::string& out) { return {0, out, ""}; }

// Throw what a test reports, unless the run succeeded: exit code 0. The second one returns the standard output.
void require(const ProgramRun& run);
std::string output_of(const ProgramRun& run);

// As output_of(), of a run that wrote nothing to standard error.
std::string clean_output_of(const ProgramRun& run);

// Returns the standard error of a run that printed nothing and had the exit code 2; throws what a test reports otherwise.
std::string refusal_of(const ProgramRun& run);

// The lines of a text without their ends, and what they hold where each is JSON.
std::vector<std::string> split_lines(const std::string& text);
std::vector<Json> parsed_lines(const std::string& text);

using test::TemporaryFolder;

std::string read_file(const std::string& path);
void write_file(const std::string& path, std::string_view content);

}  // namespace tabiya::tools
