// Values in JSON: integers, logit x 10,000, with their point of view.
#pragma once

#include <optional>
#include <string>

#include "core/search/value_text.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// Plies to the end of a proved line, negative if the viewer loses; null if nothing is proved.
Json win_json(std::optional<Score> value);

// Adds a value under its name (null if there is none), "win" as above, and "view".
void add_value(Json& object, const std::string& name, std::optional<Score> value, const View& view);

}  // namespace tabiya::tools
