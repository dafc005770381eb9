#include "codec/crc64.h"

#include <array>

namespace tabiya::codec {
namespace {

constexpr std::uint64_t kPolynomial = 0xC96C5795D7870F42;  // ECMA-182, bits reversed

constexpr std::array<std::uint64_t, 256> make_table() {
  std::array<std::uint64_t, 256> table{};
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    std::uint64_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? kPolynomial : 0);
    table[byte] = crc;
  }
  return table;
}

constexpr std::array<std::uint64_t, 256> kTable = make_table();

}  // namespace

std::uint64_t crc64(std::span<const std::byte> bytes, std::uint64_t previous) {
  std::uint64_t crc = ~previous;
  for (std::byte byte : bytes) crc = kTable[(crc ^ static_cast<std::uint64_t>(byte)) & 0xFF] ^ (crc >> 8);
  return ~crc;
}

}  // namespace tabiya::codec
