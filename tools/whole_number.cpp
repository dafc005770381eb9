#include "tools/whole_number.h"

#include <charconv>
#include <string>

#include <fmt/format.h>

namespace tabiya::tools {
namespace {

bool is_whole_number(const std::string& text, std::uint64_t least, std::uint64_t most) {
  if (text.size() > 1 && text.front() == '0') return false;
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end && least <= value && value <= most;
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](const std::string& text) {
    if (is_whole_number(text, least, most)) return std::string();
    return fmt::format("'{}' is not a whole number from {} to {}", text, least, most);
  };
  const bool is_bounded = most != std::numeric_limits<std::uint64_t>::max();
  return {check, is_bounded ? fmt::format("{} to {}", least, most) : ""};
}

}  // namespace tabiya::tools
