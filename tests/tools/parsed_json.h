// JSON that the program has printed, as a value.
#pragma once

#include <compare>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tools/cli/json.h"

namespace tabiya::tools {

// Throws what a test reports where the text is not JSON.
inline Json parsed(std::string_view text) {
  Json value = parse_json(text, text.size());
  if (value.is_discarded()) throw std::runtime_error("this is not JSON: " + std::string(text.substr(0, 200)));
  return value;
}

// Of numbers.
inline std::partial_ordering operator<=>(const Json& a, const Json& b) {
  return a.get<double>() <=> b.get<double>();
}

inline std::ostream& operator<<(std::ostream& out, const Json& value) { return out << json_text(value); }

}  // namespace tabiya::tools
