// Values in JSON: integers, logit x 10,000, with whose view they are.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/search/value_text.h"

namespace tabiya::tools {

// Plies to the end of a proved line, negative where the viewer loses; null where nothing is proved.
nlohmann::ordered_json win_json(std::optional<Score> value);

// Adds a value under its name (null where there is none), "win" as above, and "view".
void add_value(nlohmann::ordered_json& object, const std::string& name, std::optional<Score> value,
               const View& view);

}  // namespace tabiya::tools
