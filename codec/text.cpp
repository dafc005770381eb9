#include "codec/text.h"

#include <charconv>

namespace tabiya {

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

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : separator).append(word);
  return text;
}

std::string counted(std::uint64_t count, std::string_view what) {
  std::string text = concat(count, ' ', what);
  if (count == 1) return text;
  if (!text.ends_with('y')) return text + 's';
  text.pop_back();
  return text + "ies";
}

}  // namespace tabiya
