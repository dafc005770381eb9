#include "tools/cli/value_json.h"

#include "tools/cli/json.h"

namespace tabiya::tools {

Json win_json(std::optional<Score> value) {
  const auto win = value ? plies_to_win(*value) : std::nullopt;
  return win ? Json(*win) : Json(nullptr);
}

void add_value(Json& object, const std::string& name, std::optional<Score> value, const View& view) {
  object[name] = value ? Json(*value) : Json(nullptr);
  object["win"] = win_json(value);
  object["view"] = view.name;
}

}  // namespace tabiya::tools
