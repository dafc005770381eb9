// A bound on texts of JSON and TOML from outside. Their libraries recurse, some when they read a value, all
// when they print, compare or free it: a text of 100 kB can nest deeper than a stack is.
#pragma once

#include <cstddef>
#include <string_view>

namespace tabiya::tools {

inline constexpr std::size_t kMostBrackets = 32;  // open at a time
inline constexpr std::size_t kMostDots = 16;      // in one key of TOML ("a.b.c")

// True if a text of JSON or TOML nests deeper than any that we read. No parser is used, so the answer for a
// text that is neither may be wrong; its parser then refuses it.
bool nests_too_deep(std::string_view text);

}  // namespace tabiya::tools
