// Short texts (names, provenance) in bit streams: the length in 16 bits, then the bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "codec/bits.h"

namespace tabiya::codec {

// True if a text is without control characters: others are refused.
inline bool is_printable(std::string_view text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7F; });
}

// `text` has at most 65,535 bytes.
inline void put_text(BitWriter& writer, std::string_view text) {
  writer.put(text.size(), 16);
  for (char c : text) writer.put(static_cast<unsigned char>(c), 8);
}

// Past the end of the stream the reader gives zeros, and remembers it.
inline std::string get_text(BitReader& reader) {
  std::string text(static_cast<std::size_t>(reader.get(16)), '\0');
  for (char& c : text) c = static_cast<char>(reader.get(8));
  return text;
}

}  // namespace tabiya::codec
