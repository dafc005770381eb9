// The only way of JSON in and out of the program.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/cli/json.h"

namespace tabiya::tools {

inline constexpr std::size_t kMostJson = std::size_t{1} << 20;  // bytes of a value that is read

// On one line of ASCII, so that nothing in it can harm a terminal; bytes that are not UTF-8 (names of files)
// are replaced.
std::string json_text(const Json& value);

// A value from outside. Discarded (is_discarded()) where the text is not JSON, has a member twice or a NUL byte, is
// longer than `most` bytes, or nests_too_deep().
Json parse_json(std::string_view text, std::size_t most = kMostJson);

}  // namespace tabiya::tools
