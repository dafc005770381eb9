#include "core/games/variants/variant.h"

#include <algorithm>

namespace tabiya::variants {

Error about(const SetupSection& section, int side, std::string_view key, Error error) {
  std::string named(key);
  int line = 0;
  for (const std::string& name : {std::string(key), std::string(key) + (side == 0 ? "White" : "Black")})
    if (const auto found = section.lines.find(name); found != section.lines.end() && found->second > line) {
      named = name;
      line = found->second;
    }
  if (line == 0)
    for (const auto& [name, other] : section.lines) line = std::max(line, other);
  error.message = "key '" + named + "': " + error.message;
  if (line > 0) error.message = "line " + std::to_string(line) + ", " + error.message;
  return error;
}

Variant::Variant() { promoted.fill(kNoPieceName); }

}  // namespace tabiya::variants
