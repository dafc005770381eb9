// The text of `--help` and `--help-all`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/description.h"

namespace tabiya::tools {

enum class HelpLength {
  kShort,  // --help: one example, and the options that people use, each with the first sentence about it
  kAll,    // --help-all: everything
};

// The help text of `command`, filled to lines of `columns`. `program` is all that describe_program() returns.
std::string help_text(const CommandDescription& command, const std::vector<CommandDescription>& program,
                      HelpLength length, std::size_t columns);

// The text after the options.
struct Footer {
  std::vector<std::string> notes;     // paragraphs without line breaks; a line of a list begins with a blank
  std::vector<std::string> examples;  // command lines
};

// Lines are joined to paragraphs, which empty lines separate. Examples come last. The first line of the first
// example begins with "Example: ", that of each other example with blanks and "tabiya"; other lines continue
// an example.
Footer read_footer(std::string_view text);

}  // namespace tabiya::tools
