// Eight bytes at a time, by a table for each of them: what a byte does to the checksum depends only on how
// many bytes come after it. (M. Kounavis and F. Berry, "A systematic approach to building high performance,
// software-based, CRC generators", 2005.)
#include "codec/crc64.h"

#include <array>

namespace tabiya::codec {
namespace {

constexpr std::uint64_t kPolynomial = 0xC96C5795D7870F42;  // ECMA-182, bits reversed
constexpr std::size_t kStride = 8;

using Table = std::array<std::uint64_t, 256>;

// Each table has the effect of a byte on the checksum of it and of as many zeros as the index of the table
// says.
constexpr std::array<Table, kStride> kTables = [] {
  std::array<Table, kStride> tables{};
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    std::uint64_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? kPolynomial : 0);
    tables[0][byte] = crc;
  }
  for (std::size_t zeros = 1; zeros < kStride; ++zeros) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint64_t crc = tables[zeros - 1][byte];
      tables[zeros][byte] = tables[0][crc & 0xFF] ^ (crc >> 8);
    }
  }
  return tables;
}();

}  // namespace

std::uint64_t crc64(std::span<const std::byte> bytes, std::uint64_t previous) {
  std::uint64_t crc = ~previous;
  for (; bytes.size() >= kStride; bytes = bytes.subspan(kStride)) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < kStride; ++i) word |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    word ^= crc;
    crc = 0;
    for (std::size_t i = 0; i < kStride; ++i) crc ^= kTables[kStride - 1 - i][word >> (8 * i) & 0xFF];
  }
  for (std::byte byte : bytes) crc = kTables[0][(crc ^ static_cast<std::uint64_t>(byte)) & 0xFF] ^ (crc >> 8);
  return ~crc;
}

}  // namespace tabiya::codec
