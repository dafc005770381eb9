// A line of JSON that says whether it is whole: an object whose last member, "crc", is the CRC-64/XZ of all
// the text before it, as 16 hexadecimal digits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/cli/json.h"

namespace tabiya::tools {

// The line has no line end. `object` has at least one member.
std::string checked_line(const Json& object);

// True if the text has a checksum that fits it. A single changed bit anywhere is detected.
bool has_sound_checksum(std::string_view line);

// The object without its checksum. It is empty if the checksum is missing or does not fit.
std::optional<Json> read_checked_line(std::string_view line);

}  // namespace tabiya::tools
