// The only way of JSON in and out of the program.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace tabiya::tools {

inline constexpr std::size_t kMostJson = std::size_t{1} << 20;  // bytes of a value that is read

// On one line of ASCII, so that nothing in it can harm a terminal; bytes that are not UTF-8 (names of files)
// are replaced.
std::string json_text(const nlohmann::ordered_json& value);

// A value from outside. Discarded (is_discarded()) where the text is no JSON, is longer than kMostJson, or
// nests_too_deep().
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace tabiya::tools
