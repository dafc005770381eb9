// A bound on texts of JSON and TOML from outside. Their libraries recurse, some when they read a value, all
// when they print, compare or free it: a text of 100 kB can nest deeper than a stack is.
#pragma once

#include <cstddef>
#include <string_view>

namespace tabiya::tools {

inline constexpr std::size_t kMostBrackets = 32;  // open at a time
inline constexpr std::size_t kMostDots = 16;      // in one key of TOML ("a.b.c")

// Whether a text of JSON or TOML nests deeper than any that we read. It is told without a parser, so a text
// that is neither may be called either; its parser refuses it then.
bool nests_too_deep(std::string_view text);

}  // namespace tabiya::tools
