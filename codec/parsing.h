// Parsers of texts share these: texts without the blanks around them, their parts, and numbers.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tabiya {

inline constexpr std::string_view kBlanks = " \t\r\n";

// The text without the blanks at its ends.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = kBlanks) {
  const auto first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Takes the text before one of the letters `ends` off the front of `rest`, and that letter too; all of it if there is none.
inline std::string_view take_until(std::string_view ends, std::string_view& rest) {
  const std::string_view taken = rest.substr(0, rest.find_first_of(ends));
  rest.remove_prefix(std::min(taken.size() + 1, rest.size()));
  return taken;
}

// The number that is all of `text`; nothing if it is none, or beyond the type. `format` is the base or the
// std::chars_format, as std::from_chars() takes it; like that, it knows no plus, and no minus of unsigned numbers.
template <class Number = std::int64_t>
std::optional<Number> number_in(std::string_view text, auto... format) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, format...);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

}  // namespace tabiya
