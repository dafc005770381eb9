#include "codec/base128.h"

#include <array>
#include <bit>

namespace tabiya::codec {
namespace {

constexpr unsigned kSymbolBits = 7;

// The symbols that open a character of two bytes: kEscaped[k - kFirstKey] is named by the key k. Keys 0 and 1
// would be overlong forms and C1 controls.
constexpr std::array<unsigned, 9> kEscaped{0, 8, 9, 10, 11, 12, 13, 27, 34};
constexpr unsigned kFirstKey = 2;

// The key of each symbol, 0 for those that are characters by themselves.
constexpr std::array<unsigned char, 128> kKeys = [] {
  std::array<unsigned char, 128> keys{};
  for (unsigned i = 0; i < kEscaped.size(); ++i)
    keys[kEscaped[i]] = static_cast<unsigned char>(i + kFirstKey);
  return keys;
}();

// A text taken apart.
struct Symbols {
  std::vector<unsigned char> values;
  bool ends_in_pair = false;  // the last two make one character
};

// Appends the character of two bytes that begins with the byte `lead` at text[offset].
Status decode_pair(std::string_view text, std::size_t offset, Symbols& symbols) {
  const auto lead = static_cast<unsigned char>(text[offset]);
  if (lead < 0xC2) return corrupt("not UTF-8: a stray or overlong byte", offset);
  if (lead >= 0xE0) return corrupt("not UTF-8, or a character beyond U+07FF", offset);
  if (offset + 1 == text.size()) return corrupt("the text ends within a character", offset);
  const auto trail = static_cast<unsigned char>(text[offset + 1]);
  if (trail >> 6 != 0b10) return corrupt("not UTF-8: a character without its second byte", offset);
  const unsigned code_point = (lead & 0x1Fu) << 6 | (trail & 0x3Fu);
  const unsigned key = code_point >> kSymbolBits;
  if (key < kFirstKey || key - kFirstKey >= kEscaped.size())
    return corrupt("a character that base-128 text does not have", offset);
  symbols.values.push_back(static_cast<unsigned char>(kEscaped[key - kFirstKey]));
  symbols.values.push_back(code_point & 0x7F);
  return ok_status();
}

Result<Symbols> decode_symbols(std::string_view text) {
  Symbols symbols;
  symbols.values.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size();) {
    const auto lead = static_cast<unsigned char>(text[offset]);
    symbols.ends_in_pair = lead >= 0x80;
    if (symbols.ends_in_pair) {
      if (Status status = decode_pair(text, offset, symbols); !status) return std::move(status).error();
      offset += 2;
    } else {
      if (kKeys[lead] != 0) return corrupt("a character that base-128 text does not have", offset);
      symbols.values.push_back(lead);
      ++offset;
    }
  }
  return symbols;
}

}  // namespace

std::string encode_base128(const Bits& bits) {
  std::string text;
  text.reserve(bits.size / kSymbolBits + 2);
  BitReader reader(bits);
  bool ended = false;
  const auto next_symbol = [&] {
    const auto count = static_cast<unsigned>(std::min<std::size_t>(reader.remaining(), kSymbolBits));
    auto symbol = static_cast<unsigned>(reader.get(count));
    if (count < kSymbolBits && !ended) {
      symbol |= 1u << count;  // the end mark
      ended = true;
    }
    return symbol;
  };
  while (!ended) {
    const unsigned symbol = next_symbol();
    if (kKeys[symbol] == 0) {
      text.push_back(static_cast<char>(symbol));
    } else {
      const unsigned code_point = static_cast<unsigned>(kKeys[symbol]) << kSymbolBits | next_symbol();
      text.push_back(static_cast<char>(0xC0 | code_point >> 6));
      text.push_back(static_cast<char>(0x80 | (code_point & 0x3F)));
    }
  }
  return text;
}

Result<Bits> decode_base128(std::string_view text) {
  Result<Symbols> symbols = decode_symbols(text);
  if (!symbols) return std::move(symbols).error();
  // The end mark is the highest 1 bit of the last symbol, or of the one before where that needed a 0 after
  // it.
  std::vector<unsigned char>& values = symbols->values;
  if (symbols->ends_in_pair && values.back() == 0) values.pop_back();
  if (values.empty() || values.back() == 0)
    return corrupt("the text lacks its end mark or goes on after it", text.size());
  BitWriter writer;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) writer.put(values[i], kSymbolBits);
  writer.put(values.back(), static_cast<unsigned>(std::bit_width(values.back())) - 1);
  return writer.take();
}

std::string encode_base128(std::span<const std::byte> bytes) {
  return encode_base128(Bits{{bytes.begin(), bytes.end()}, 8 * bytes.size()});
}

Result<std::vector<std::byte>> decode_base128_bytes(std::string_view text) {
  Result<Bits> bits = decode_base128(text);
  if (!bits) return std::move(bits).error();
  if (bits->size % 8 != 0)
    return corrupt("the text holds " + std::to_string(bits->size) + " bits, which are not whole bytes",
                   text.size());
  return std::move(bits->bytes);
}

}  // namespace tabiya::codec
