#include "core/games/variants/ini.h"

#include <algorithm>
#include <utility>

#include "codec/parsing.h"

namespace tabiya::variants {
namespace {

constexpr std::size_t kMostSections = 1'000;

Error error_at(int line, const std::string& what) {
  return invalid("line " + std::to_string(line) + ": " + what);
}

bool is_name(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  return !text.empty() && text.size() <= kLongest && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

// Parses a line that begins with a bracket.
Result<Section> parse_heading(std::string_view text, int line) {
  if (!text.ends_with(']'))
    return error_at(line, "a section is [name] or [name:parent], with its bracket closed");
  const std::string_view inside = text.substr(1, text.size() - 2);
  const auto colon = inside.find(':');
  Section section{std::string(trimmed(inside.substr(0, colon))), {}, line, {}};
  if (colon != inside.npos) section.parent = trimmed(inside.substr(colon + 1));
  if (!is_name(section.name) || (colon != inside.npos && !is_name(section.parent)))
    return error_at(line, "names of rules are letters, digits, - and _, at most 64");
  return section;
}

}  // namespace

Result<std::vector<Section>> parse_ini(std::string_view text) {
  if (text.size() > kMostRuleText)
    return Error{ErrorCode::kTooLarge, "a file of rules has at most 1 MiB", std::nullopt};
  std::vector<Section> sections;
  int number = 0;
  while (!text.empty()) {
    ++number;
    const std::string_view line = trimmed(take_until("\n", text));
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[') {
      Result<Section> section = parse_heading(line, number);
      if (!section) return section.error();
      if (sections.size() == kMostSections)
        return Error{ErrorCode::kTooLarge, "a file of rules has at most 1,000 sections", std::nullopt};
      sections.push_back(*std::move(section));
      continue;
    }
    const auto equals = line.find('=');
    if (equals == line.npos || equals == 0)
      return error_at(number, "expected [section], key = value, or a comment that begins with #");
    if (sections.empty()) return error_at(number, "a section, [name], comes before the first key");
    sections.back().settings.push_back({std::string(trimmed(line.substr(0, equals))),
                                        std::string(trimmed(line.substr(equals + 1))), number});
  }
  return sections;
}

}  // namespace tabiya::variants
