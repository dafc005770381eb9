// Assets as complete sources of languages whose standard library inflates (codec/deflate.h): the text as literals, and a
// decoder. Each language has a template, decoder/plain/, with the parts that books and networks share, and those of each.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "codec/encoding.h"
#include "codec/result.h"

namespace tabiya::tools {

struct SourceStyle {
  // The text is of characters of UTF-16 rather than of bytes of UTF-8 (codec/dense_text.h).
  bool in_utf16 = false;
  // The decoder has neither comments nor blank lines, and no indentation but where it counts.
  bool compact = false;
};

struct Language {
  codec::Encoding
      encoding;  // of frames (codec/framing.h) of plain assets (plain_assets.h), with the style of SourceStyle{}
  std::string (*source)(char kind, std::span<const std::byte> content, const SourceStyle& style);
  std::span<const std::string_view> endings;  // of files
};

std::span<const Language> languages();

// The language of an encoding; null if it is of none.
const Language* language_of(const codec::Encoding& encoding);

}  // namespace tabiya::tools
