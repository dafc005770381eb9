// Coding of symbols as intervals of 2^24 (rANS; J. Duda, "Asymmetric numeral systems", 2013): a symbol whose
// interval has the size s costs 24 - log2 s bits. Decoding divides nothing.
//
// Two states take turns, one for every other symbol, so that a processor need not finish one symbol before it
// begins with the next.
//
// Encoder and decoder have the same code(), so that a model is written once, for both. It asks a decoder
// first in which interval it stands.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tabiya::codec {

inline constexpr unsigned kIntervalBits = 24;

struct Interval {
  std::uint32_t start = 0, size = 0;  // size > 0; start + size <= 2^24
};

namespace interval_coding {

inline constexpr unsigned kWordBits = 32;                             // what is written at once
inline constexpr std::uint64_t kLeastState = std::uint64_t{1} << 31;  // states are below 2^63

}  // namespace interval_coding

// Keeps all intervals until finish(), 8 bytes each: the last is coded first.
class IntervalEncoder {
 public:
  static constexpr bool kDecodes = false;
  void code(Interval interval) { intervals_.push_back(interval); }
  bool overrun() const { return false; }  // as decoders have it

  std::vector<std::byte> finish() const {
    using namespace interval_coding;
    std::vector<std::uint32_t> words;  // from the last to the first
    std::array<std::uint64_t, 2> states{kLeastState, kLeastState};
    for (auto interval = intervals_.rbegin(); interval != intervals_.rend(); ++interval) {
      std::uint64_t& state = states[static_cast<std::size_t>(intervals_.rend() - interval - 1) % 2];
      if (state >> (63 - kIntervalBits) >= interval->size) {
        words.push_back(static_cast<std::uint32_t>(state));
        state >>= kWordBits;
      }
      state = (state / interval->size << kIntervalBits) + state % interval->size + interval->start;
    }
    for (const std::uint64_t state : {states[1], states[0]}) {
      words.push_back(static_cast<std::uint32_t>(state));
      words.push_back(static_cast<std::uint32_t>(state >> kWordBits));
    }
    std::vector<std::byte> bytes;
    bytes.reserve(4 * words.size());
    for (auto word = words.rbegin(); word != words.rend(); ++word) {
      for (unsigned shift = 0; shift < kWordBits; shift += 8)
        bytes.push_back(static_cast<std::byte>(*word >> shift));
    }
    return bytes;
  }

 private:
  std::vector<Interval> intervals_;
};

// Reads zeros past the end, and remembers it: then overrun(), and whatever comes back is noise. Refers to the
// bytes.
class IntervalDecoder {
 public:
  static constexpr bool kDecodes = true;
  explicit IntervalDecoder(std::span<const std::byte> bytes) : bytes_(bytes) {
    for (std::uint64_t* state : {&state_, &other_state_}) {
      const std::uint64_t high = next_word();
      *state = high << interval_coding::kWordBits | next_word();
    }
  }

  // A number that lies in the interval of the next symbol.
  std::uint32_t place() const { return state_ & ((1u << kIntervalBits) - 1); }

  // Goes on to the symbol after the one of this interval, which holds place().
  void code(Interval interval) {
    std::uint64_t state = interval.size * (state_ >> kIntervalBits) + (place() - interval.start);
    if (state < interval_coding::kLeastState) state = state << interval_coding::kWordBits | next_word();
    state_ = std::exchange(other_state_, state);
  }

  // The number of bytes read; a few more than were decoded.
  std::size_t position() const { return std::min(position_, bytes_.size()); }
  bool overrun() const { return position_ > bytes_.size(); }

  // True if it stands where an encoder began, at the end of the bytes.
  bool finished() const {
    return position_ == bytes_.size() && state_ == interval_coding::kLeastState &&
           other_state_ == interval_coding::kLeastState;
  }

 private:
  std::uint32_t next_word() {
    std::uint32_t word = 0;
    if (position_ + 4 <= bytes_.size()) {
      for (unsigned i = 0; i < 4; ++i) word |= static_cast<std::uint32_t>(bytes_[position_ + i]) << (8 * i);
    }
    position_ += 4;
    return word;
  }

  std::span<const std::byte> bytes_;
  std::size_t position_ = 0;
  std::uint64_t state_ = 0, other_state_ = 0;  // of the next symbol, and of the one after it
};

// The low `count` bits of `value`, all equally likely; count <= 24.
template <class Coder>
std::uint32_t code_evenly(Coder& coder, std::uint32_t value, unsigned count) {
  const unsigned spare = kIntervalBits - count;
  if constexpr (Coder::kDecodes) value = coder.place() >> spare;
  coder.code({value << spare, 1u << spare});
  return value;
}

}  // namespace tabiya::codec
