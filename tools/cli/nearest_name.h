// Which of the known names a misspelt one may mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

// The one that the fewest insertions, deletions and changes of a character lead to, for its length; nothing
// if none is like `word`: more than half of it would be changed.
std::optional<std::string> nearest_name(std::string_view word, const std::vector<std::string>& names);

}  // namespace tabiya::tools
