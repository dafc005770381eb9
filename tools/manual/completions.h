// Completion of tabiya's command line in three shells: commands, options, and the values of options whose
// values are files, folders or listed. Each is a whole script; `program` is all that describe_program()
// returns.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/description.h"

namespace tabiya::tools {

std::string bash_completion(const std::vector<CommandDescription>& program);
std::string zsh_completion(const std::vector<CommandDescription>& program);
std::string fish_completion(const std::vector<CommandDescription>& program);

}  // namespace tabiya::tools
