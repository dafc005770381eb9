// Texts put together, as messages are: concat("row ", 3, " has ", counted(2, "field")) is "row 3 has 2 fields".
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya {

// A number as it is written by hand: without a plus, without groups of digits.
inline std::string text_of(std::integral auto number) { return std::to_string(number); }
inline std::string_view text_of(std::string_view text) { return text; }
inline std::string text_of(char character) { return std::string(1, character); }
std::string text_of(bool) = delete;    // say "yes" and "no", or what it means
std::string text_of(double) = delete;  // say how exactly: decimal()

// All parts, one behind the other: texts, characters and integers.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string text;
  (text.append(text_of(parts)), ...);
  return text;
}

// A number with so many digits behind the point, rounded: decimal(2.345, 1) is "2.3".
std::string decimal(double number, int digits);

// A number in hexadecimal with at least so many digits: hexadecimal(255, 4) is "00ff".
std::string hexadecimal(std::uint64_t number, int digits = 16);

// Words in a row: joined({"a", "b"}, ", ") is "a, b".
std::string joined(const std::vector<std::string>& words, std::string_view separator);

// A number of things: "1 entry", "2 entries", "0 games". `what` is the singular, of a regular plural.
std::string counted(std::uint64_t count, std::string_view what);

}  // namespace tabiya
