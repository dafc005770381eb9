// In all three alphabets, the texts of L bytes are put into an order: by their first character, those of one byte before those of two
// before those of three, and then by the rest. A block stands for its place in this order. After the blocks
// of as many bits as they hold comes a last, shorter one: the bits that are left over, and a 1 above them.
#include "codec/dense_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "codec/bits.h"

namespace tabiya::codec {
namespace {

constexpr std::size_t kMaxLength = 3;  // of a character, in bytes

struct CodeRange {
  std::uint32_t first, last;
  std::size_t length;  // of each character, in bytes
};
constexpr std::array<CodeRange, 7> kLongCharacters{{{0xA0, 0xAC, 2},
                                                    {0xAE, 0x5FF, 2},
                                                    {0x606, 0x61B, 2},
                                                    {0x61D, 0x6DC, 2},
                                                    {0x6DE, 0x70E, 2},
                                                    {0x710, 0x7FF, 2},
                                                    {0x3400, 0xD7A3, 3}}};

// An alphabet with these characters of one byte.
template <std::size_t kSize>
constexpr std::array<CodeRange, kSize + kLongCharacters.size()> with_long(
    const std::array<CodeRange, kSize>& characters) {
  std::array<CodeRange, kSize + kLongCharacters.size()> ranges{};
  std::ranges::copy(kLongCharacters, std::ranges::copy(characters, ranges.begin()).out);
  return ranges;
}

struct DenseAlphabet {
  static constexpr auto kRanges =
      with_long(std::array<CodeRange, 3>{{{0x01, 0x09, 1}, {0x0B, 0x0C, 1}, {0x0E, 0x7F, 1}}});
  static constexpr unsigned kBlockBits = 64;
  static constexpr std::size_t kBlockText = 9;  // bytes
};
struct PrintableAlphabet {
  static constexpr auto kRanges = with_long(std::array<CodeRange, 1>{{{0x20, 0x7E, 1}}});
  static constexpr unsigned kBlockBits = 61;
  static constexpr std::size_t kBlockText = 9;
};
struct Utf16Alphabet {
  static constexpr std::array<CodeRange, 4> kRanges{
      {{0x3400, 0x4DB5, 3}, {0x4E00, 0x9FA5, 3}, {0xA000, 0xA48C, 3}, {0xAC00, 0xD7A3, 3}}};
  static constexpr unsigned kBlockBits = 61;
  static constexpr std::size_t kBlockText = 12;
};

struct Character {
  std::uint32_t code_point;
  std::size_t length;
};

// The character at the beginning of a text that is not empty; nothing if it is not UTF-8 of up to three
// bytes.
std::optional<Character> decode_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return Character{lead, 1};
  const std::size_t length = lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : 0;
  if (length == 0 || text.size() < length) return std::nullopt;
  std::uint32_t code_point = lead & (0x7F >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) >> 6 != 0b10) return std::nullopt;
    code_point = code_point << 6 | (byte(i) & 0x3F);
  }
  return Character{code_point, length};
}

template <class Alphabet>
class TextBlocks {
 public:
  static std::string encode(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve(8 * bytes.size() / kBlockBits * kBlockText + kBlockText);
    BitReader reader(bytes);
    while (reader.remaining() >= kBlockBits) append_block(text, reader.get(kBlockBits), kBlockText);
    const auto left = static_cast<unsigned>(reader.remaining());
    append_block(text, reader.get(left) | std::uint64_t{1} << left, last_length(left));
    return text;
  }

  static Result<std::vector<std::byte>> decode(std::string_view text) {
    if (text.empty()) return corrupt("dense text is never empty", 0);
    BitWriter writer;
    std::size_t offset = 0;
    for (; text.size() - offset > kBlockText; offset += kBlockText) {
      const Result<std::uint64_t> number = place_of(text.substr(offset, kBlockText), offset);
      if (!number) return number.error();
      writer.put(*number, kBlockBits);
    }
    const std::string_view last = text.substr(offset);
    const Result<std::uint64_t> number = place_of(last, offset);
    if (!number) return number.error();
    const auto width = static_cast<unsigned>(std::bit_width(*number));
    if (width == 0 || (writer.size() + width - 1) % 8 != 0 || last_length(width - 1) != last.size())
      return corrupt("dense text that ends early, or goes on after its end", text.size());
    writer.put(*number, width - 1);
    return writer.take_bytes();
  }

 private:
  static constexpr unsigned kBlockBits = Alphabet::kBlockBits;
  static constexpr std::size_t kBlockText = Alphabet::kBlockText;
  static constexpr std::uint64_t kMostInBlock = ~std::uint64_t{0} >> (64 - kBlockBits);

  // The number of characters of each length.
  static constexpr std::array<std::uint64_t, kMaxLength + 1> kCharacters = [] {
    std::array<std::uint64_t, kMaxLength + 1> counts{};
    for (const CodeRange& range : Alphabet::kRanges) counts[range.length] += range.last - range.first + 1;
    return counts;
  }();

  // The number of texts of each length in bytes, up to one less than a block.
  static constexpr std::array<std::uint64_t, kBlockText> kTexts = [] {
    std::array<std::uint64_t, kBlockText> counts{1};
    for (std::size_t length = 1; length < counts.size(); ++length) {
      for (std::size_t first = 1; first <= std::min(length, kMaxLength); ++first) {
        counts[length] += kCharacters[first] * counts[length - first];
      }
    }
    return counts;
  }();
  // True if a text of `left` bytes with that place begins with a character that is longer than `length`.
  static constexpr bool is_beyond(std::uint64_t place, std::size_t left, std::size_t length) {
    const std::uint64_t rests = kTexts[left - length];
    return rests == 0 || place / rests >= kCharacters[length];
  }
  static_assert(
      [] {
        std::uint64_t place = kMostInBlock;
        std::size_t length = 1;
        for (; length <= kMaxLength && is_beyond(place, kBlockText, length); ++length)
          place -= kCharacters[length] * kTexts[kBlockText - length];
        return length <= kMaxLength;
      }(),
      "there are enough blocks");

  // The length of the last block, with `bits` left over: the first with texts enough for the 1 above them.
  static constexpr std::size_t last_length(unsigned bits) {
    std::size_t length = 1;
    while (length < kBlockText && kTexts[length] >> (bits + 1) == 0) ++length;
    return length;
  }

  static std::uint32_t character(std::uint64_t index, std::size_t length) {
    for (const CodeRange& range : Alphabet::kRanges) {
      if (range.length != length) continue;
      const std::uint64_t size = range.last - range.first + 1;
      if (index < size) return range.first + static_cast<std::uint32_t>(index);
      index -= size;
    }
    return 0;  // not reached: index is below kCharacters[length]
  }

  static std::optional<std::uint64_t> index_of(std::uint32_t code_point, std::size_t length) {
    std::uint64_t before = 0;
    for (const CodeRange& range : Alphabet::kRanges) {
      if (range.length != length) continue;
      if (code_point >= range.first && code_point <= range.last) return before + code_point - range.first;
      before += range.last - range.first + 1;
    }
    return std::nullopt;
  }

  static void append_utf8(std::string& text, std::uint32_t code_point, std::size_t length) {
    constexpr std::array<std::uint32_t, kMaxLength + 1> kLead{0, 0, 0xC0, 0xE0};
    text.push_back(static_cast<char>(kLead[length] | code_point >> 6 * (length - 1)));
    for (std::size_t i = length - 1; i-- > 0;)
      text.push_back(static_cast<char>(0x80 | (code_point >> 6 * i & 0x3F)));
  }

  static void append_block(std::string& text, std::uint64_t place, std::size_t left) {
    while (left > 0) {
      std::size_t length = 1;
      while (is_beyond(place, left, length)) {
        place -= kCharacters[length] * kTexts[left - length];
        ++length;
      }
      append_utf8(text, character(place / kTexts[left - length], length), length);
      place %= kTexts[left - length];
      left -= length;
    }
  }

  // The place of a block; `offset` is where it stands.
  static Result<std::uint64_t> place_of(std::string_view block, std::size_t offset) {
    std::uint64_t place = 0;
    const auto add = [&place](std::uint64_t more) { return (place += more) >= more; };
    for (std::size_t at = 0; at < block.size();) {
      const std::optional<Character> found = decode_character(block.substr(at));
      const auto index = found ? index_of(found->code_point, found->length) : std::nullopt;
      if (!index)
        return corrupt("a character that dense text does not have, or that crosses its blocks", offset + at);
      const std::size_t left = block.size() - at;
      bool fits = add(*index * kTexts[left - found->length]);
      for (std::size_t length = 1; length < found->length; ++length) {
        fits = add(kCharacters[length] * kTexts[left - length]) && fits;
      }
      if (!fits || place > kMostInBlock)
        return corrupt("a block of dense text that encodes no number", offset);
      at += found->length;
    }
    return place;
  }
};

}  // namespace

std::string encode_dense(std::span<const std::byte> bytes) {
  return TextBlocks<DenseAlphabet>::encode(bytes);
}

Result<std::vector<std::byte>> decode_dense(std::string_view text) {
  return TextBlocks<DenseAlphabet>::decode(text);
}

std::string encode_printable(std::span<const std::byte> bytes) {
  return TextBlocks<PrintableAlphabet>::encode(bytes);
}

Result<std::vector<std::byte>> decode_printable(std::string_view text) {
  return TextBlocks<PrintableAlphabet>::decode(text);
}

std::string encode_utf16(std::span<const std::byte> bytes) {
  return TextBlocks<Utf16Alphabet>::encode(bytes);
}

Result<std::vector<std::byte>> decode_utf16(std::string_view text) {
  return TextBlocks<Utf16Alphabet>::decode(text);
}

std::size_t utf16_units(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte >> 6 != 0b10) + (byte >= 0xF0);
  }
  return units;
}

}  // namespace tabiya::codec
