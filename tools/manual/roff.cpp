#include "tools/manual/roff.h"

#include <cctype>
#include <cstdint>

#include <fmt/format.h>

namespace tabiya::tools {
namespace {

// The character that begins at text[i], which is UTF-8 of ours; `i` goes to its last byte.
std::uint32_t code_point(std::string_view text, std::size_t& i) {
  const auto first = static_cast<unsigned char>(text[i]);
  const int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  std::uint32_t code = more == 0 ? first : first & (0x3Fu >> more);
  for (int k = 0; k < more && i + 1 < text.size(); ++k) code = code << 6 | (text[++i] & 0x3Fu);
  return code;
}

bool ends_sentence(std::string_view word, char next) {
  return word.ends_with('.') && std::isupper(static_cast<unsigned char>(next)) != 0;
}

}  // namespace

std::string roff_text(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t code = code_point(text, i);
    switch (code) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      case '"':
        result += "\\(dq";
        break;
      default:
        result += code < 0x80 ? std::string(1, static_cast<char>(code)) : fmt::format("\\[u{:04X}]", code);
    }
  }
  return result;
}

std::string roff_paragraph(std::string_view text) {
  constexpr std::size_t kWidth = 78;
  std::string result, line;
  bool bold = false;
  const auto end_line = [&] {
    if (!line.empty()) result += (line.front() == '.' ? "\\&" : "") + line + "\n";
    line.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    std::string roff;
    for (std::size_t begin = 0; begin <= word.size();) {  // the parts between backticks
      const std::size_t tick = std::min(word.find('`', begin), word.size());
      roff += roff_text(word.substr(begin, tick - begin));
      if (tick < word.size()) roff += (bold = !bold) ? "\\fB" : "\\fR";
      begin = tick + 1;
    }
    if (!line.empty() && line.size() + 1 + roff.size() > kWidth) end_line();
    line += line.empty() ? roff : " " + roff;
    if (!text.empty() && ends_sentence(word, text.front())) end_line();
  }
  end_line();
  return result;
}

}  // namespace tabiya::tools
