// Durations as people write them.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace tabiya::tools {

// "90" and "90s" are seconds; "30m", "2h" and "1h30m" have their usual meaning. The result is empty if the
// text is anything else, or more than a year.
std::optional<std::chrono::seconds> parse_duration(std::string_view text);

}  // namespace tabiya::tools
