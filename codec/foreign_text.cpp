#include "codec/foreign_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "codec/text.h"

namespace tabiya {
namespace {

struct Character {
  std::size_t size = 0;  // in bytes; 0 for a byte that is not UTF-8
  std::uint32_t code = 0;
};

bool is_visible_ascii(char c) { return c >= ' ' && c <= '~'; }

// The first character of a text that is not empty.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {};
  std::uint32_t code = lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if (byte(i) >> 6 != 0b10) return {};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // by size: shorter ones are overlong
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[size] || code > 0x10FFFF || is_surrogate) return {};
  return {size, code};
}

// Characters that are not seen themselves, but change what is (Unicode's Cc, Zl, Zp, most of Cf).
bool is_harmful(std::uint32_t code) {
  constexpr std::pair<std::uint32_t, std::uint32_t> kRanges[] = {
      {0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},       {0x61C, 0x61C},
      {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F},
      {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF},
  };
  return std::ranges::any_of(
      kRanges, [code](const auto& range) { return range.first <= code && code <= range.second; });
}

std::string capitals(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string escaped(std::string_view text, bool keeps_lines) {
  if (std::ranges::all_of(text, is_visible_ascii)) return std::string(text);
  std::string shown;
  while (!text.empty()) {
    const Character character = first_character(text);
    const std::size_t size = std::max<std::size_t>(character.size, 1);
    const std::uint32_t code = character.size == 0 ? static_cast<unsigned char>(text[0]) : character.code;
    if (character.size > 0 && (!is_harmful(code) || (keeps_lines && code == '\n'))) {
      shown += text.substr(0, size);
    } else {
      shown += character.size <= 1 ? "\\x" + capitals(hexadecimal(code, 2))
                                   : "\\u{" + capitals(hexadecimal(code, 1)) + '}';
    }
    text.remove_prefix(size);
  }
  return shown;
}

}  // namespace

std::string foreign_text(std::string_view text) { return escaped(text, /*keeps_lines=*/false); }

std::string foreign_lines(std::string_view text) { return escaped(text, /*keeps_lines=*/true); }

bool is_plain_text(std::string_view text) { return foreign_text(text) == text; }

}  // namespace tabiya
