#include "tools/cli/nesting.h"

#include <algorithm>

namespace tabiya::tools {
namespace {

// The length of the string, or of the comment, that the text begins with; 0 if it begins with neither.
std::size_t skipped_length(std::string_view text) {
  if (text[0] == '#') return std::min(text.find('\n'), text.size());
  if (text[0] != '"' && text[0] != '\'') return 0;
  const char quote = text[0];
  const bool is_long = text.size() >= 3 && text[1] == quote && text[2] == quote;  // TOML's of several lines
  const std::string_view end = text.substr(0, is_long ? 3 : 1);
  for (std::size_t at = end.size(); at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text.substr(at).starts_with(end)) {
      at += end.size();
      for (int more = 0; is_long && more < 2 && at < text.size() && text[at] == quote; ++more) ++at;
      return at;  // a long string may end with up to two quotes of its own
    }
  }
  return text.size();
}

}  // namespace

bool nests_too_deep(std::string_view text) {
  std::size_t brackets = 0;
  std::size_t dots = 0;
  while (!text.empty()) {
    if (const std::size_t length = skipped_length(text); length > 0) {
      text.remove_prefix(length);
      continue;
    }
    const char c = text.front();
    text.remove_prefix(1);
    if (c == '.') {
      ++dots;
    } else if (c == '[' || c == '{') {
      ++brackets;
    } else if (brackets > 0 && (c == ']' || c == '}')) {
      --brackets;
    }
    if (c == '\n' || c == '=' || c == ',' || c == '{') dots = 0;  // here a key may begin
    if (brackets > kMostBrackets || dots > kMostDots) return true;
  }
  return false;
}

}  // namespace tabiya::tools
