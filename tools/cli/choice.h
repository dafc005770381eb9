// The name in help and completions of a value that is one of several, where a command checks it itself:
// "a|b", as CommandOption::one_of() has it.
#pragma once

#include <string>
#include <vector>

namespace tabiya::tools {

inline std::string choice_type(const std::vector<std::string>& values) {
  std::string list;
  for (const std::string& value : values) list += (list.empty() ? "" : "|") + value;
  return list;
}

}  // namespace tabiya::tools
