#include "tools/cli/value_json.h"

#include <nlohmann/json.hpp>

namespace tabiya::tools {

nlohmann::ordered_json win_json(std::optional<Score> value) {
  const auto win = value ? plies_to_win(*value) : std::nullopt;
  return win ? nlohmann::ordered_json(*win) : nlohmann::ordered_json(nullptr);
}

void add_value(nlohmann::ordered_json& object, const std::string& name, std::optional<Score> value,
               const View& view) {
  object[name] = value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
  object["win"] = win_json(value);
  object["view"] = view.name;
}

}  // namespace tabiya::tools
