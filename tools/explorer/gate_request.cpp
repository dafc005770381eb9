#include "tools/explorer/gate_request.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace tabiya::tools {
namespace {

constexpr std::string_view kLineEnd = "\r\n", kHeadEnd = "\r\n\r\n";

bool is_named(std::string_view line, std::string_view name) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return line.size() > name.size() && line[name.size()] == ':' &&
         std::ranges::equal(line.substr(0, name.size()), name, {}, lower);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

RequestSize refused(const char* why) { return {RequestSize::State::kRefused, 0, why}; }

}  // namespace

RequestSize size_of_request(std::string_view bytes, std::size_t head, std::size_t body) {
  const std::size_t end = bytes.substr(0, head).find(kHeadEnd);
  if (end == bytes.npos && bytes.size() >= head) return refused("431 Request Header Fields Too Large");
  if (end == bytes.npos) return {};
  std::optional<std::size_t> length;
  std::string_view lines = bytes.substr(0, end + kLineEnd.size());
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find(kLineEnd));
    lines.remove_prefix(line.size() + kLineEnd.size());
    if (is_named(line, "transfer-encoding")) return refused("411 Length Required");
    if (!is_named(line, "content-length")) continue;
    const bool is_second = length.has_value();
    length = whole_number(trimmed(line.substr(line.find(':') + 1)));
    if (is_second || !length) return refused("400 Bad Request");
  }
  if (length.value_or(0) > body) return refused("413 Payload Too Large");
  const std::size_t size = end + kHeadEnd.size() + length.value_or(0);
  if (bytes.size() < size) return {};
  return {RequestSize::State::kWhole, size, ""};
}

}  // namespace tabiya::tools
