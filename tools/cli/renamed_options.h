// Options that were renamed. Their old names are understood for one version.
#pragma once

#include <string>
#include <vector>

namespace tabiya::tools {

// `arguments` of a command line with the old names of its options replaced. For each of them, `notes` says
// what the new name is.
std::vector<std::string> with_new_option_names(std::vector<std::string> arguments,
                                               std::vector<std::string>& notes);

}  // namespace tabiya::tools
