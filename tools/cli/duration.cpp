#include "tools/cli/duration.h"

#include <charconv>
#include <cstdint>

namespace tabiya::tools {

std::optional<std::chrono::seconds> parse_duration(std::string_view text) {
  constexpr std::uint64_t kMost = 366 * 24 * 3600;
  std::uint64_t total = 0;
  std::uint64_t last_unit = kMost;  // units come in descending order, each once
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number > kMost) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const char letter = text.empty() ? 's' : text.front();
    const std::uint64_t unit = letter == 'h' ? 3600 : letter == 'm' ? 60 : letter == 's' ? 1 : 0;
    if (unit == 0 || unit >= last_unit) return std::nullopt;
    last_unit = unit;
    total += number * unit;
    if (!text.empty()) text.remove_prefix(1);
  }
  if (total > kMost) return std::nullopt;
  return std::chrono::seconds(total);
}

}  // namespace tabiya::tools
