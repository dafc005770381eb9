// Lists of setups as inputs of commands: canonical setups, one per line, or the replies of a book.
#pragma once

#include <string>
#include <vector>

#include "core/setup/setup_space.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

// The setups of a file, in its order, at least one. Of a book of setups, its replies, the most frequent first; kShipped
// (shipped.h) names the shipped one. Throws Failure.
std::vector<SetupId> load_setup_list(const std::string& path, const SetupSpace& space);

// Declares --replies, which names such a list of Blue's setups; load_replies() reads it, with the mirror images.
void add_replies_option(CommandLine& app, std::string& path);
std::vector<SetupId> load_replies(const std::string& path, const SetupSpace& blues);

// The setups of a positional argument SETUP that may be given many times, or be `-` for standard input.
std::vector<SetupId> parse_setup_arguments(const std::vector<std::string>& arguments,
                                           const SetupSpace& space);

}  // namespace tabiya::tools
