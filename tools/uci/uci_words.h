// The words of a line of the UCI protocol.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tabiya::tools {

inline std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view kBlanks = " \t";
  std::vector<std::string_view> words;
  for (auto begin = line.find_first_not_of(kBlanks); begin != line.npos;) {
    const auto end = std::min(line.find_first_of(kBlanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

// All of `parts` with `separator` between them.
template <class Range>
std::string joined(const Range& parts, std::string_view separator) {
  std::string text;
  for (bool is_first = true; const std::string_view part : parts) {
    if (!std::exchange(is_first, false)) text += separator;
    text += part;
  }
  return text;
}

// A whole number that is all of `word`.
inline std::optional<std::int64_t> number_in(std::string_view word) {
  std::int64_t number = 0;
  const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || rest != word.data() + word.size()) return std::nullopt;
  return number;
}

}  // namespace tabiya::tools
