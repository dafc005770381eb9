// `tabiya bench --rows`: what books of lines save, as `audit --at --json` has found it.
#pragma once

#include <string>

namespace tabiya::tools {

// Prints the rows of a file, in words or as they are. Where `picture` names a new file, draws them: a line for each book at
// whose positions others were tried, and a point on it for each of these. Throws Failure.
void show_trials(const std::string& rows, const std::string& picture, bool json);

}  // namespace tabiya::tools
