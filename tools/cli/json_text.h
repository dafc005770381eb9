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

// A bound on texts of JSON and TOML from outside. Their libraries recurse, some when they read a value, all
// when they print, compare or free it: a text of 100 kB can nest deeper than a stack is.
inline constexpr std::size_t kMostBrackets = 32;  // open at a time
inline constexpr std::size_t kMostDots = 16;      // in one key of TOML ("a.b.c")

// True if a text of JSON or TOML nests deeper than any that we read. No parser is used, so the answer for a
// text that is neither may be wrong; its parser then refuses it.
bool nests_too_deep(std::string_view text);

}  // namespace tabiya::tools
