// The program around the commands: parses the command line, runs one command, reports what went wrong.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/command.h"

namespace tabiya::tools {

// The result of parsing: a command to run, or a text to print at once (--help, --version).
struct Invocation {
  CommandRun run;  // empty: print `text`
  std::string text;
};

// Parses the arguments after the program's name and touches nothing else. Throws Failure.
Invocation parse_command_line(std::vector<std::string> arguments);

// The program's report of a Failure with this message: "tabiya: …\n". Foreign text is made visible, and cut if it is long.
std::string failure_report(std::string_view message);

// The whole program. Returns its exit code: 0 fine, 1 found wanting, 2 unusable input or options, 3 internal.
int run_program(int argc, char** argv);

}  // namespace tabiya::tools
