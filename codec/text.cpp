#include "codec/text.h"

#include <algorithm>
#include <charconv>

#include "codec/parsing.h"

namespace tabiya {

std::string shortest(double number) {
  char text[512];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number);
  return std::string(text, end);
}

std::string decimal(double number, int digits) {
  char text[512];  // the largest number has 309 digits
  const auto [end, error] = std::to_chars(text, text + sizeof text, number, std::chars_format::fixed, digits);
  return error == std::errc() ? std::string(text, end) : std::string("a number of too many digits");
}

std::string hexadecimal(std::uint64_t number, int digits) {
  char text[16];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number, 16);
  const std::string shown(text, end);
  const std::size_t wanted = digits > 0 ? static_cast<std::size_t>(digits) : 0;
  return shown.size() < wanted ? std::string(wanted - shown.size(), '0') + shown : shown;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (auto begin = text.find_first_not_of(kBlanks); begin != text.npos;) {
    const auto end = std::min(text.find_first_of(kBlanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

std::string counted(std::uint64_t count, std::string_view what) {
  std::string text = concat(count, ' ', what);
  if (count == 1) return text;
  if (text.ends_with("rch")) return text + "es";
  if (!text.ends_with('y')) return text + 's';
  text.pop_back();
  return text + "ies";
}

}  // namespace tabiya
