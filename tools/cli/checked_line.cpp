#include "tools/cli/checked_line.h"

#include <span>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "tools/cli/json.h"

namespace tabiya::tools {
namespace {

constexpr const char* kName = "crc";

// The text that follows an object without its closing brace.
std::string end_of_line(std::string_view text) {
  return fmt::format(",\"{}\":\"{:016x}\"}}", kName, codec::crc64(std::as_bytes(std::span(text))));
}

}  // namespace

std::string checked_line(const Json& object) {
  std::string text = json_text(object);
  text.pop_back();
  return text + end_of_line(text);
}

bool has_sound_checksum(std::string_view line) {
  const std::size_t length = end_of_line("").size();
  if (line.size() < length) return false;
  return line.substr(line.size() - length) == end_of_line(line.substr(0, line.size() - length));
}

std::optional<Json> read_checked_line(std::string_view line) {
  if (!has_sound_checksum(line)) return std::nullopt;
  Json object = parse_json(line);
  if (!object.is_object()) return std::nullopt;
  object.erase(kName);
  return object;
}

}  // namespace tabiya::tools
