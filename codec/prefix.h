// The truncated unary code: symbol s of an alphabet of n is s ones and a zero; the last symbol, n - 1, goes
// without the zero. Short for alphabets whose first symbols are the most frequent.
#pragma once

#include <optional>

#include "codec/bits.h"

namespace tabiya::codec {

// Appends `symbol`; symbol < alphabet_size.
inline void put_prefix(BitWriter& writer, unsigned symbol, unsigned alphabet_size) {
  for (unsigned i = 0; i < symbol; ++i) writer.put(1, 1);
  if (symbol + 1 < alphabet_size) writer.put(0, 1);
}

// The next symbol; nothing if the stream ends within it.
inline std::optional<unsigned> get_prefix(BitReader& reader, unsigned alphabet_size) {
  unsigned symbol = 0;
  while (symbol + 1 < alphabet_size && reader.get_bit()) ++symbol;
  if (reader.overrun()) return std::nullopt;
  return symbol;
}

}  // namespace tabiya::codec
