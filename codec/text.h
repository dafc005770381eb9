// Texts put together, as messages are: concat("row ", 3, " has ", counted(2, "field")) is "row 3 has 2 fields".
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tabiya {

std::string shortest(double number);  // as text_of() says

// A whole number as it is written by hand: without a plus, without groups of digits.
template <std::integral Number>
requires(!std::same_as<Number, bool> && !std::same_as<Number, char>) std::string text_of(Number number) {
  return std::to_string(number);
}
// A number with the fewest digits that tell it from all others: "0.1", "60".
std::string text_of(std::floating_point auto number) { return shortest(number); }
inline std::string text_of(std::same_as<char> auto character) { return std::string(1, character); }
inline std::string_view text_of(std::string_view text) { return text; }

// Bytes as a text; as_bytes() of <span> is the reverse.
inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

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

// The texts of a range in a row: "a", "b" with ", " between them is "a, b".
template <class Range>
std::string joined(const Range& words, std::string_view separator) {
  std::string text;
  for (bool is_first = true; const std::string_view word : words) {
    if (!std::exchange(is_first, false)) text += separator;
    text += word;
  }
  return text;
}

// The words of a text, between blanks of all kinds.
std::vector<std::string_view> words_of(std::string_view text);

// The text with the letters of ASCII in lower case.
std::string lower_case(std::string_view text);

// The mark of UTF-8 that programs of others put before a text, and a text without it.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
std::string_view without_mark(std::string_view text);

// A number of things: "1 entry", "2 entries", "0 games". `what` is the singular, of a regular plural.
std::string counted(std::uint64_t count, std::string_view what);

}  // namespace tabiya
