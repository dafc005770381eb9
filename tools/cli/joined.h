// Words in a row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

inline std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : separator).append(word);
  return text;
}

}  // namespace tabiya::tools
