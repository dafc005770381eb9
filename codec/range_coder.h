// Binary arithmetic coding (a carryless range coder after M. Mahoney's lpaq): a decision that was given the
// probability p costs -log2 p bits, to within a thousandth.
//
// Encoder and decoder have the same code(), so that a model is written once, for both: it passes what it
// would encode, which the decoder ignores, and continues with the bit that comes back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tabiya::codec {

// Probabilities are in units of 1 / 65536, from 1 to 65535.
inline constexpr unsigned kProbabilityBits = 16;
inline constexpr std::uint32_t kEvenOdds = 1u << (kProbabilityBits - 1);

class RangeEncoder {
 public:
  // Encodes `bit`, which is 1 with the probability `p`. Returns it.
  bool code(bool bit, std::uint32_t p) {
    const std::uint32_t middle =
        low_ + static_cast<std::uint32_t>(std::uint64_t{high_ - low_} * p >> kProbabilityBits);
    (bit ? high_ : low_) = bit ? middle : middle + 1;
    while ((low_ ^ high_) >> 24 == 0) {
      bytes_.push_back(static_cast<std::byte>(high_ >> 24));
      low_ <<= 8;
      high_ = high_ << 8 | 0xFF;
    }
    return bit;
  }

  bool overrun() const { return false; }  // as decoders have it

  // The bytes that were encoded; a decoder takes zeros for what may follow. The encoder is of no use
  // afterwards.
  std::vector<std::byte> finish() {
    // One byte is enough wherever a whole block of 2^24 numbers lies between the bounds.
    const std::uint32_t block = (low_ >> 24) + (low_ << 8 != 0);
    if (block << 24 <= high_ && block <= 0xFF) {
      if (block != 0) bytes_.push_back(static_cast<std::byte>(block));
    } else {
      for (int shift = 24; shift >= 0; shift -= 8) bytes_.push_back(static_cast<std::byte>(high_ >> shift));
    }
    return std::move(bytes_);
  }

 private:
  std::uint32_t low_ = 0, high_ = 0xFFFFFFFF;
  std::vector<std::byte> bytes_;
};

// Reads zeros past the end, and remembers when it has read more of them than an encoder can have left out:
// then overrun(), and whatever comes back is noise. Refers to the bytes.
class RangeDecoder {
 public:
  explicit RangeDecoder(std::span<const std::byte> bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) next_byte();
  }

  // The bit that was encoded with the probability `p`.
  bool code(bool /*ignored*/, std::uint32_t p) {
    const std::uint32_t middle =
        low_ + static_cast<std::uint32_t>(std::uint64_t{high_ - low_} * p >> kProbabilityBits);
    const bool bit = number_ <= middle;
    (bit ? high_ : low_) = bit ? middle : middle + 1;
    while ((low_ ^ high_) >> 24 == 0) {
      low_ <<= 8;
      high_ = high_ << 8 | 0xFF;
      next_byte();
    }
    return bit;
  }

  // The number of bytes read, a few ahead of what was decoded; overrun() says that it is more than there can
  // have been.
  std::size_t position() const { return std::min(position_, bytes_.size()); }
  bool overrun() const { return position_ > bytes_.size() + 4; }

 private:
  void next_byte() {
    number_ = number_ << 8 | (position_ < bytes_.size() ? static_cast<std::uint32_t>(bytes_[position_]) : 0);
    ++position_;
  }

  std::span<const std::byte> bytes_;
  std::size_t position_ = 0;
  std::uint32_t low_ = 0, high_ = 0xFFFFFFFF, number_ = 0;
};

// The low `count` bits of `value`, most significant first, each at even odds.
template <class Coder>
std::uint32_t code_plain(Coder& coder, std::uint32_t value, unsigned count) {
  std::uint32_t coded = 0;
  while (count-- > 0)
    coded = coded << 1 | static_cast<std::uint32_t>(coder.code(value >> count & 1, kEvenOdds));
  return coded;
}

}  // namespace tabiya::codec
