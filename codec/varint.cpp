#include "codec/varint.h"

namespace tabiya::codec {

void put_varint(BitWriter& writer, std::int64_t value) {
  const bool negative = value < 0;
  std::uint64_t magnitude = static_cast<std::uint64_t>(negative ? -(value + 1) : value);
  writer.put(negative, 1);
  writer.put(magnitude, kVarintFirstBits);
  for (magnitude >>= kVarintFirstBits; magnitude != 0; magnitude >>= kVarintMoreBits) {
    writer.put(1, 1);
    writer.put(magnitude, kVarintMoreBits);
  }
  writer.put(0, 1);
}

Result<std::int64_t> get_varint(BitReader& reader) {
  const std::size_t start = reader.position();
  const bool negative = reader.get_bit();
  std::uint64_t magnitude = reader.get(kVarintFirstBits);
  std::uint64_t last = 1;  // the last group of bits; the first 5 may be zero
  for (unsigned shift = kVarintFirstBits; reader.get_bit(); shift += kVarintMoreBits) {
    if (shift + kVarintMoreBits > 63) return corrupt("an integer beyond 64 bits", start);
    last = reader.get(kVarintMoreBits);
    magnitude |= last << shift;
  }
  if (reader.overrun()) return corrupt("the data end within an integer", start);
  if (last == 0) return corrupt("an integer with needless leading zero bits", start);
  const auto value = static_cast<std::int64_t>(magnitude);
  return negative ? -value - 1 : value;
}

}  // namespace tabiya::codec
