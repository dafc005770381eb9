// Whole numbers of any size, of which small ones are more frequent, with adaptive bits: sign and length are
// learned, and the first binary place after the leading one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "codec/mixing.h"
#include "codec/range_coder.h"

namespace tabiya::codec {

class NumberModel {
 public:
  // Codes a number between -2^61 and 2^61; whatever is decoded lies between -2^62 and 2^62.
  template <class Coder>
  std::int64_t code(Coder& coder, std::int64_t value) {
    const bool negative = code_bit(coder, sign_, value < 0);
    const auto magnitude = static_cast<std::uint64_t>(negative ? -(value + 1) : value) + 1;
    const int wanted = static_cast<int>(std::bit_width(magnitude)) - 1;  // places after the leading one
    int places = 0;
    while (places < kMaxPlaces && code_bit(coder, longer_[places], wanted > places)) ++places;
    std::uint64_t coded = 1;
    for (int place = places - 1; place >= 0; --place) {
      const bool bit = magnitude >> place & 1;
      coded = coded << 1 |
              (place == places - 1 ? code_bit(coder, second_[places], bit) : coder.code(bit, kEvenOdds));
    }
    const auto result = static_cast<std::int64_t>(coded - 1);
    return negative ? -result - 1 : result;
  }

 private:
  static constexpr int kMaxPlaces = 61;
  static constexpr std::uint32_t kLimit = 250;

  template <class Coder>
  static bool code_bit(Coder& coder, AdaptiveBit& adaptive, bool bit) {
    bit = coder.code(bit, std::clamp<std::uint32_t>(adaptive.p(), 32, 65536 - 32));
    adaptive.update(bit, kLimit);
    return bit;
  }

  AdaptiveBit sign_;
  std::array<AdaptiveBit, kMaxPlaces> longer_;
  std::array<AdaptiveBit, kMaxPlaces + 1> second_;
};

}  // namespace tabiya::codec
