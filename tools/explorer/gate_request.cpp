#include "tools/explorer/gate_request.h"

#include <optional>

#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya::tools {
namespace {

constexpr std::string_view kLineEnd = "\r\n", kHeadEnd = "\r\n\r\n";

bool is_named(std::string_view line, std::string_view name) {
  return line.size() > name.size() && line[name.size()] == ':' &&
         lower_case(line.substr(0, name.size())) == name;
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
    length = number_in<std::size_t>(trimmed(line.substr(line.find(':') + 1), " \t"));
    if (is_second || !length) return refused("400 Bad Request");
  }
  if (length.value_or(0) > body) return refused("413 Payload Too Large");
  const std::size_t size = end + kHeadEnd.size() + length.value_or(0);
  if (bytes.size() < size) return {};
  return {RequestSize::State::kWhole, size, ""};
}

}  // namespace tabiya::tools
