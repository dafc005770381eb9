// The text of `--help` and `--help-all`.
#pragma once

#include <cstddef>
#include <string>
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

}  // namespace tabiya::tools
