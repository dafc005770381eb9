// Numbers of things, for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tabiya::tools {

// "1 entry", "2 entries", "0 games": `what` is the singular, of a regular plural.
inline std::string counted(std::uint64_t count, std::string_view what) {
  std::string text = std::to_string(count) + ' ' + std::string(what);
  if (count == 1) return text;
  if (!text.ends_with('y')) return text + 's';
  text.pop_back();
  return text + "ies";
}

}  // namespace tabiya::tools
