// The known name that a misspelt one may mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

// The name that the fewest insertions, deletions and changes of a character lead to, relative to its length.
// The result is empty if no name is like `word`: more than half of it would be changed.
std::optional<std::string> nearest_name(std::string_view word, const std::vector<std::string>& names);

}  // namespace tabiya::tools
