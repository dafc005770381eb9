// The only conversion between JSON and text in the program.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/cli/json.h"

namespace tabiya::tools {

inline constexpr std::size_t kMostJson = std::size_t{1} << 20;  // bytes of a value that is read

// The text is one line of ASCII, so that nothing in it can harm a terminal. Bytes that are not UTF-8 (names
// of files) are replaced.
std::string json_text(const Json& value);

// Reads a value from outside. The result is discarded (is_discarded()) if the text is not JSON, has a member
// twice or a NUL byte, is longer than `most` bytes, or nests_too_deep().
Json parse_json(std::string_view text, std::size_t most = kMostJson);

}  // namespace tabiya::tools
