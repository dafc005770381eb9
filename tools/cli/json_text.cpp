#include "tools/cli/json_text.h"

#include <nlohmann/json.hpp>

#include "tools/cli/nesting.h"

namespace tabiya::tools {

using nlohmann::ordered_json;

std::string json_text(const ordered_json& value) {
  return value.dump(-1, ' ', /*ensure_ascii=*/true, ordered_json::error_handler_t::replace);
}

ordered_json parse_json(std::string_view text) {
  if (text.size() > kMostJson || nests_too_deep(text)) return ordered_json::value_t::discarded;
  return ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
}

}  // namespace tabiya::tools
