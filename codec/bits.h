// Streams of bits, least significant bit first: bit i of a stream is bit i % 8 of byte i / 8. A field of 8,
// 16, 32 or 64 bits at a byte boundary is therefore a little-endian integer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tabiya::codec {

// A finished stream. Bits of the last byte that lie beyond `size` are zero.
struct Bits {
  std::vector<std::byte> bytes;
  std::size_t size = 0;  // in bits

  friend bool operator==(const Bits&, const Bits&) = default;
};

class BitWriter {
 public:
  // Appends the low `count` bits of `value`; count <= 64, higher bits of `value` are ignored.
  void put(std::uint64_t value, unsigned count) {
    while (count > 0) {
      const unsigned used = bits_.size % 8;
      if (used == 0) bits_.bytes.push_back(std::byte{0});
      const unsigned taken = std::min(count, 8 - used);
      const std::uint64_t low = value & ((std::uint64_t{1} << taken) - 1);
      bits_.bytes.back() |= static_cast<std::byte>(low << used);
      bits_.size += taken;
      value >>= taken;
      count -= taken;
    }
  }

  std::size_t size() const { return bits_.size; }

  // The stream so far; the writer is empty afterwards.
  Bits take() { return std::exchange(bits_, Bits{}); }
  // The stream, filled up with zero bits to whole bytes.
  std::vector<std::byte> take_bytes() { return take().bytes; }

 private:
  Bits bits_;
};

// Reads past the end give zero bits and are remembered: a decoder asks overrun() where it matters, at the
// latest at its end. Refers to the bytes that it reads.
class BitReader {
 public:
  explicit BitReader(std::span<const std::byte> bytes) : bytes_(bytes), size_(8 * bytes.size()) {}
  explicit BitReader(const Bits& bits) : bytes_(bits.bytes), size_(bits.size) {}

  // The next `count` bits, count <= 64.
  std::uint64_t get(unsigned count) {
    if (count > remaining()) {
      overrun_ = true;
      position_ = size_;
      return 0;
    }
    std::uint64_t value = 0;
    for (unsigned done = 0; done < count;) {
      const unsigned used = position_ % 8;
      const unsigned taken = std::min(count - done, 8 - used);
      const std::uint64_t low =
          (static_cast<std::uint64_t>(bytes_[position_ / 8]) >> used) & ((1u << taken) - 1);
      value |= low << done;
      position_ += taken;
      done += taken;
    }
    return value;
  }
  bool get_bit() { return get(1) != 0; }

  std::size_t position() const { return position_; }  // in bits
  std::size_t remaining() const { return size_ - position_; }
  bool overrun() const { return overrun_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t size_;  // in bits
  std::size_t position_ = 0;
  bool overrun_ = false;
};

inline std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace tabiya::codec
