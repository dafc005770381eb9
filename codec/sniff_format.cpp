#include "codec/sniff_format.h"

#include <algorithm>
#include <array>

namespace tabiya::codec {
namespace {

constexpr std::size_t kLooked = 512;  // bytes

bool is_visible(std::byte byte) { return byte >= std::byte{' '} && byte <= std::byte{'~'}; }

// Characters beyond ASCII, and their parts, count as text.
bool is_text(std::byte byte) {
  const auto is = [byte](char c) { return byte == static_cast<std::byte>(c); };
  return is_visible(byte) || is('\t') || is('\n') || is('\r') || byte >= std::byte{0x80};
}

std::string hexadecimal(std::byte byte) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  const auto value = std::to_integer<unsigned>(byte);
  return {kDigits[value >> 4], kDigits[value & 15]};
}

}  // namespace

std::string sniff_format(std::span<const std::byte> file) {
  constexpr std::size_t kLeastName = 4, kMostName = 16, kShownBytes = 4;
  if (file.empty()) return "it is empty";
  if (std::ranges::all_of(file.first(std::min(file.size(), kLooked)), is_text)) return "it looks like text";
  const auto end = std::ranges::find_if_not(file, is_visible);
  std::string name;
  for (auto byte = file.begin(); byte != end && name.size() < kMostName; ++byte)
    name += static_cast<char>(*byte);
  if (name.size() >= kLeastName) return "it begins with '" + name + "'";
  std::string bytes;
  for (const std::byte byte : file.first(std::min(file.size(), kShownBytes)))
    bytes += " " + hexadecimal(byte);
  return "it begins with the bytes" + bytes;
}

std::string_view unpacker_of(std::span<const std::byte> file) {
  struct Compression {
    std::string_view magic, unpacker;
  };
  using namespace std::string_view_literals;
  constexpr std::array kCompressions{Compression{"\x1F\x8B"sv, "gzip -d"}, Compression{"BZh"sv, "bzip2 -d"},
                                     Compression{"PK\x03\x04"sv, "unzip"},
                                     Compression{"\xFD"
                                                 "7zXZ\0"sv,
                                                 "xz -d"},
                                     Compression{"7z\xBC\xAF\x27\x1C"sv, "7z x"}};
  for (const auto& [magic, unpacker] : kCompressions)
    if (file.size() >= magic.size() &&
        std::ranges::equal(file.first(magic.size()), std::as_bytes(std::span(magic))))
      return unpacker;
  return {};
}

}  // namespace tabiya::codec
