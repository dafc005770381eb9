// Lists of known names: the one that a misspelt name may mean, and what help calls them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

// The name that the fewest insertions, deletions and changes of a character lead to, relative to its length.
// The result is empty if no name is like `word`: more than half of it would be changed.
std::optional<std::string> nearest_name(std::string_view word, const std::vector<std::string>& names);

// The name in help and completions of a value that is one of several, where a command checks it itself:
// "a|b", as CommandOption::one_of() has it.
inline std::string choice_type(const std::vector<std::string>& values) {
  std::string list;
  for (const std::string& value : values) list += (list.empty() ? "" : "|") + value;
  return list;
}

}  // namespace tabiya::tools
